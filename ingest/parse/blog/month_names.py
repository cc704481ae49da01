"""The words for months that blogs use; a table and nothing else."""

from __future__ import annotations

_NAMES = (
    # English, German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian, Polish, Czech, Russian, Turkish
    "january jan januar januari jänner janvier janv enero ene gennaio gen janeiro januári styczeń stycznia leden ledna "
    "январь января янв ocak",
    "february feb februar februari février févr fév fevrier febrero febbraio febr fevereiro fev luty lutego únor února "
    "февраль февраля фев şubat",
    "march mar märz maerz mrz mars marzo março marco maart mrt marts marzec marca březen března март марта мар mart",
    "april apr avril avr abril abr aprile aprill kwiecień kwietnia duben dubna апрель апреля апр nisan",
    "may mai mayo maggio mag maio mei maj maja květen května май мая mayıs",
    "june jun juni juin junio giugno giu junho czerwiec czerwca červen června июнь июня июн haziran",
    "july jul juli juillet juil julio luglio lug julho lipiec lipca červenec července июль июля июл temmuz",
    "august aug août aout agosto ago augustus augusti sierpień sierpnia srpen srpna август августа авг ağustos",
    "september sep sept septembre septiembre settembre set setembro wrzesień września září сентябрь сентября сен eylül",
    "october oct oktober okt octobre octubre ottobre ott outubro out october październik października říjen října "
    "октябрь октября окт ekim",
    "november nov novembre noviembre novembro listopad listopada listopadu ноябрь ноября ноя kasım",
    "december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro desember des grudzień grudnia "
    "prosinec prosince декабрь декабря дек aralık",
)

MONTHS: dict[str, int] = {word: month for month, line in enumerate(_NAMES, 1) for word in line.split()}
"""Month by name, in lower case and without a closing dot."""
