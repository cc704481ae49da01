"""The words that dates are written with: months, weekdays, zones, fillers. A table without logic, save for `fold`. Pure.

Words are kept folded: lower case, no accents, so that 'Março', 'MARCO' and 'março' are one entry.
"""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """Lower case without accents, full-width digits and odd spaces made plain, dashes made hyphens."""
    if text.isascii():
        return text.lower()
    split = unicodedata.normalize("NFKD", text.translate(_DASHES).casefold())
    return unicodedata.normalize("NFC", "".join(c for c in split if not unicodedata.combining(c))).translate(_INVISIBLE)


_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"))


def _words(text: str) -> frozenset[str]:
    return frozenset(fold(text).split())


# Twelve months, each in English, German, French, Spanish, Italian, Portuguese, Dutch, the Nordic languages, Polish, Romanian,
# Turkish, Hungarian, Greek, Russian and Ukrainian. Names that mean different months in two languages (listopad: November in
# Polish and Czech, October in Croatian) are left out: no date is better than a wrong one.
_MONTHS = (
    """
    jan january januar janner jaenner janv janvier ene enero gen gennaio janeiro januari tammi tammikuu tammikuuta stycznia
    styczen ian ianuarie ocak oca ιαν ιανουαριος ιανουαριου янв январь января січ січень січня
    """,
    """
    feb february febr februar feber fevr fevrier fev febrero febbraio fevereiro februari helmi helmikuu helmikuuta lutego
    luty februarie subat sub φεβ φεβρουαριος φεβρουαριου фев февр февраль февраля лют лютий лютого
    """,
    """
    mar march marz maerz mrz mars marzo marco mrt maart marts maalis maaliskuu maaliskuuta marca marzec martie mart marcius
    marc μαρ μαρτιος μαρτιου μαω мар март марта бер березень березня
    """,
    """
    apr april avr avril abr abril aprile huhti huhtikuu huhtikuuta kwietnia kwiecien aprilie nisan nis aprilis απρ απριλιος
    απριλιου апр апрель апреля кві квітень квітня
    """,
    """
    may mai mayo mag maggio maio mei maj touko toukokuu toukokuuta maja mayis majus μαι μαιος μαιου май мая тра травень
    травня
    """,
    """
    jun june juni juin junio giu giugno junho kesa kesakuu kesakuuta czerwca czerwiec iun iunie haziran haz junius ιουν ιον
    ιουνιος ιουνιου июн июнь июня чер червень червня
    """,
    """
    jul july juli juil juillet julio lug luglio julho heina heinakuu heinakuuta lipca lipiec iul iulie temmuz tem julius
    ιουλ ιολ ιουλιος ιουλιου июл июль июля лип липень липня
    """,
    """
    aug august aout ago agosto augustus augusti elo elokuu elokuuta sierpnia sierpien agustos agu augusztus αυγ αυγουστος
    αυγουστου авг август августа сер серпень серпня
    """,
    """
    sep sept september septembre septiembre setiembre set sett settembre setembro syys syyskuu syyskuuta wrzesnia wrzesien
    septembrie eylul eyl szept szeptember σεπ σεπτ σεπτεμβριος σεπτεμβριου сен сент сентябрь сентября вер вересень вересня
    """,
    """
    oct october okt oktober octobre octubre ott ottobre out outubro loka lokakuu lokakuuta pazdziernika pazdziernik
    octombrie ekim eki οκτ οκτωβριος οκτωβριου окт октябрь октября жов жовтень жовтня
    """,
    """
    nov november novembre noviembre novembro marras marraskuu marraskuuta noiembrie kasim νοε νοεμ νοεμβριος νοεμβριου ноя
    нояб ноябрь ноября листопад листопада
    """,
    """
    dec december dez dezember decembre dic diciembre dicembre dezembro des desember joulu joulukuu joulukuuta grudnia
    grudzien decembrie aralik ara δεκ δεκεμβριος δεκεμβριου дек декабрь декабря гру грудень грудня
    """,
)

MONTHS = {fold(word): number for number, words in enumerate(_MONTHS, start=1) for word in words.split()}

WEEKDAYS = _words(
    """
        mon tue tues wed weds thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday
        mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
        lun mer jeu ven sam dim lundi mardi mercredi jeudi vendredi samedi dimanche
        mie jue vie sab dom lunes martes miercoles jueves viernes sabado domingo
        gio lunedi martedi mercoledi giovedi venerdi sabato domenica
        segunda terca quarta quinta sexta segunda-feira terca-feira quarta-feira quinta-feira sexta-feira
        maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
        mandag tirsdag onsdag torsdag fredag lordag sondag mandag tisdag lordag
        poniedzialek wtorek sroda czwartek piatek sobota niedziela
        pazartesi sali carsamba persembe cuma cumartesi pazar
        hetfo kedd szerda csutortok pentek szombat vasarnap
        κυρ δευ τρι τετ πεμ παρ σαβ κυριακη δευτερα τριτη τεταρτη πεμπτη παρασκευη σαββατο
        пн вт ср чт пт сб вс понедельник вторник среда четверг пятница суббота воскресенье
        月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天
        월요일 화요일 수요일 목요일 금요일 토요일 일요일
    """
)

FILLERS = _words(
    """
        a al alle am at date de del den dia el en klo kl las le los of om on the um uhr г г. года @ | · • -
        posted published updated created written modified last date: posted: published: updated: created: written: modified:
    """
)
"""Words that stand in a date without saying anything of it; 'am' does so in German, after the time has been taken out."""

HALVES: dict[str, int] = {
    "am": 0, "a.m": 0, "a.m.": 0, "오전": 0, "上午": 0, "午前": 0, "凌晨": 0,
    "pm": 12, "p.m": 12, "p.m.": 12, "오후": 12, "下午": 12, "午後": 12, "晚上": 12,
}  # fmt: skip
"""Hours to add to a time of the first half of the day (12 counts as 0)."""

ZONES: dict[str, int | str | None] = {
    # RFC 822 section 5.1, RFC 2822 section 4.3; 'Z' is also that of RFC 3339. Minutes east of UTC.
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360,
    "pst": -480, "pdt": -420,
    # America beside these. A zone without S or D follows the clocks of its largest city.
    "et": "America/New_York", "ct": "America/Chicago", "mt": "America/Denver", "pt": "America/Los_Angeles",
    "at": "America/Halifax", "akst": -540, "akdt": -480, "hst": -600, "hdt": -540, "nst": -210, "ndt": -150, "adt": -180,
    "brt": -180, "brst": -120, "art": -180, "clt": -240, "clst": -180, "cot": -300, "pet": -300, "uyt": -180,
    # Europe and Africa
    "wet": 0, "west": 60, "cet": 60, "cest": 120, "met": 60, "mest": 120, "mez": 60, "mesz": 120, "eet": 120, "eest": 180,
    "bst": 60, "msk": 180, "msd": 240, "trt": 180, "sast": 120, "cat": 120, "eat": 180, "wat": 60, "idt": 180,
    # Asia and Oceania
    "jst": 540, "kst": 540, "hkt": 480, "sgt": 480, "pht": 480, "wib": 420, "wita": 480, "wit": 540, "ict": 420, "pkt": 300,
    "npt": 345, "awst": 480, "acst": 570, "acdt": 630, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
    # Names of zones that lie hours apart: known as zones, never read as one of them.
    "ist": None, "ast": None, "gst": None, "sst": None, "amt": None, "wst": None, "bt": None, "ect": None,
}  # fmt: skip
