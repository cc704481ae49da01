"""The words by which links say what they are for, in the languages that blogs are written in; tables and nothing else.

All in lower case and without arrows, dots and brackets around them.
"""

from __future__ import annotations

import re

MORE_WORDS = frozenset(
    (
        "more|read more|read on|read|read it|read now|read post|read article|read full post|read full article|read the post"
        "|full post|read the full post|read the full article|read the rest|read the article|read story|full story"
        "|full article"
        "|continue|continue reading|keep reading|see more|learn more|view post|view article|view|details|go to post|open"
        "|weiterlesen|mehr|weiter|mehr lesen|lesen|lire la suite|lire plus|lire l'article|suite|en savoir plus|leer más"
        "|seguir leyendo|sigue leyendo|continua|continua a leggere|leggi tutto|leggi|leggi di più|continue lendo|leia mais"
        "|ler mais|lees meer|verder lezen|läs mer|læs mere|les mer|czytaj dalej|czytaj więcej|číst dál|читать далее"
        "|читать дальше|далее|devamını oku|続きを読む|もっと読む|全文を読む|続き|阅读全文|阅读更多|继续阅读"
        "|查看全文|閱讀全文|繼續閱讀|閱讀更多|더 보기|더보기|계속 읽기|자세히 보기"
    ).split("|")
)
"""On a link to the rest of a post."""

MORE_START = re.compile(
    r"(?:continue reading|keep reading|read (?:more|the (?:rest|full)|full)|lire la suite|leer más|weiterlesen|leggi tutto)\b",
    re.IGNORECASE,
)
"""How longer labels of such links begin ('Continue reading The winch')."""

COMMENT_WORDS = re.compile(
    r"\W*(?:(?:\d+|no|one|a|leave a|add a|post a|write a|view|join)\s+)*(?:comments?|replies|reply|responses?|discussion|"
    r"kommentare?|"
    r"commentaires?|comentarios?|commenti|コメント.*|条评论|评论|留言|댓글|комментари\w+)(?:\s*\W*\d*\W*)?(?:\s+on\s.*)?",
    re.IGNORECASE,
)
"""On a link to the comments of a post, all of its words."""

PERMALINK_WORDS = frozenset("permalink|permanent link|link|#|∞|¶|★|☆|§|🔗|⚓|url|permalien".split("|"))
"""On a link that is the address of the post and not its title."""

OLDER = frozenset(
    (
        "older|older posts|older entries|older articles|older post|older stories|previous entries|earlier posts|earlier"
        "|next page|next posts|next entries|ältere beiträge|ältere artikel|ältere|nächste seite|articles plus anciens"
        "|plus anciens|billets plus anciens|messages plus anciens|articles précédents|page suivante|entradas antiguas"
        "|entradas anteriores|entradas más antiguas|más antiguas|página siguiente|post più vecchi|articoli meno recenti"
        "|pagina successiva|postagens mais antigas|posts antigos|mais antigos|próxima página|oudere berichten|volgende pagina"
        "|äldre inlägg|ældre indlæg|starsze wpisy|starsze posty|starší příspěvky|старые записи|предыдущие записи|более ранние"
        "|следующая страница|daha eski kayıtlar|sonraki sayfa|次のページ|次ページへ|次ページ|次のページへ"
        "|古い記事|以前の投稿|過去の投稿|過去の記事|下一页|下一頁|下页|下頁|较早文章"
        "|旧文章|较早的文章|다음 페이지|이전 글"
    ).split("|")
)
"""On a link to the page with older posts."""

NEXT = frozenset(
    (
        "next|nächste|weiter|suivant|suivante|suivants|siguiente|successivo|successiva|avanti|próxima|próximo"
        "|seguinte|volgende"
        "|nästa|næste|neste|następna|další|следующая|далее|вперёд|вперед|sonraki|次へ|次|다음"
    ).split("|")
)
"""The same, where only the direction is named."""

NEWER = re.compile(
    r"newer|newest|recent|previous|prev\b|neuere|récents|recientes|recenti|nieuwere|nyare|nowsze|новые|新しい|最近|较新|前へ|前のページ|上一",
    re.IGNORECASE,
)
"""In the words of a link that leads the other way, whatever its `rel` says."""
