"""Tells a date that stands for itself ("Posted on 4 January 2026 by Ann") from one that a sentence mentions. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from ingest.parse.blog.date_words import FoundDate, find_date, find_day

_LONGEST = 200  # characters of a text that shows a date rather than tells a story

_LABEL = (
    r"(?:first\s+)?(?:posted|published|publishe?d?|written|created|added|released|date|pubdate|on|at|from|last|since"
    r"|veröffentlicht|erstellt|geschrieben|datum|vom|am|den|publié|posté|écrit|le|du|publicado|escrito|fecha|el|em|pubblicato|il"
    r"|geplaatst|gepubliceerd|op|publicerad|udgivet|opublikowano|dnia|опубликовано|投稿日|公開日|発布于|发布于|发表于|日期|作成日)"
)
_CHANGE = (
    r"(?:(?:last\s+)?(?:updated|modified|edited|changed|revised)|aktualisiert|geändert|bearbeitet|mis à jour|modifié|actualizado"
    r"|aggiornato|bijgewerkt|atualizado|更新日|最終更新|更新于|更新時間|更新时间|обновлено)"
)
_WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì"
    r"|mercoledì|giovedì|venerdì|sabato|domenica|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|maandag|dinsdag|woensdag|donderdag"
    r"|vrijdag|zaterdag|zondag|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|[月火水木金土日]曜日?)"
)
_BEFORE = re.compile(  # atomic, for a word may be read in several ways, and a run of such words in two to the power of its length
    rf"(?>(?:posted|published|written)?\s*by\s.{{1,40}}?(?:\son|,)|{_LABEL}\b|{_WEEKDAY}\b|[^\w])*+", re.IGNORECASE
)
_CHANGE_LABEL = re.compile(rf"(?<!\w){_CHANGE}(?:\s+(?:on|at|am|le|el))?[\s:]*$", re.IGNORECASE)
_CHANGE_BEFORE = re.compile(rf"[^\w]*{_CHANGE}\b.{{0,12}}", re.IGNORECASE)
_AFTER = re.compile(
    r"[^\w]*+(?:[月火水木金土日]|г)?+[^\w]*+"
    r"(?:(?:by|in|under|von|par|por|di|da|from|posted|filed|tagged|tags?|author|作者)\b.{0,80}"
    r"|\d+\s*(?:-\s*)?(?:min|minutes?|mins|words?|comments?|replies|views?|分)\b.{0,40}"
    rf"|(?:reading|read|estimated)\b.{{0,40}}|{_CHANGE}\b.{{0,60}})?",
    re.IGNORECASE | re.DOTALL,
)
_OPENS = re.compile(r"\s*[(\[–—,|·•-]")
_PARTED = re.compile(r"\s*[)\]]?\s*[:.–—|·•-]\s")
_AROUND = " \t\n\xa0()[]"
_BREAK = re.compile(r"\s+[-–—/]+\s+|\s*[|·•‧∙»«→]+\s*|\s{2,}|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingDate:
    """A date that a text shows for its own sake; `changed` where the text says that it is the time of an edit."""

    found: FoundDate
    changed: bool


def standing_date(text: str, *, numbers: bool = False) -> StandingDate | None:
    """The date that a short text shows, with its year or (see `find_day`) without; None where there is none."""
    if len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return None
    dates = [date for part in _BREAK.split(text.strip()) for date in [_in_part(part, numbers=numbers)] if date is not None]
    return next((date for date in dates if not date.changed), dates[0] if dates else None)


def _in_part(part: str, *, numbers: bool) -> StandingDate | None:
    for find in (find_date, partial(find_day, numbers=numbers)):
        found = find(part)
        if found is None or _AFTER.fullmatch(part[found.end :]) is None:
            continue
        before = part[: found.start]
        if _BEFORE.fullmatch(before):
            return StandingDate(found=found, changed=False)
        if _CHANGE_BEFORE.fullmatch(before):
            return StandingDate(found=found, changed=True)
    return None


def leading_date(text: str) -> StandingDate | None:
    """The day at the very beginning or end of a title ('2026-03-05: First thing', 'First thing (2026-03-05)')."""
    text = text.strip(_AROUND)
    found = find_date(text)
    if found is None or found.text is None or len(found.text) < len("2026-03-05"):
        return None
    return StandingDate(found=found, changed=False) if found.start == 0 or found.end == len(text) else None


def opening_date(text: str) -> StandingDate | None:
    """The day with which a text begins before it says something else ('(5 March 2026): what we found', '- 2026-03-05. It …')."""
    if _OPENS.match(text) is None:
        return None
    found = find_date(text)
    if found is None or found.text is None or _BEFORE.fullmatch(text[: found.start]) is None:
        return None
    return StandingDate(found=found, changed=False) if _PARTED.match(text[found.end :]) else None


def announces_change(text: str) -> bool:
    """Whether a text ends in words after which the time of an edit follows ('Last updated: ')."""
    return _CHANGE_LABEL.search(text[-_LONGEST:]) is not None
