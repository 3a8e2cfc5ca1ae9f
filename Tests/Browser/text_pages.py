"""Cards with titles and captions in many languages, the fonts of the service as web fonts, and the pages that show them."""
import functools
import hashlib
import html
import json
import pathlib
import random
import sys
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from sites import Site  # noqa: E402

# Debian's fonts-inter, fonts-dejavu-core and fonts-roboto-unhinted: a title's weight, and the folder.
FONTS = {
    "Inter": (600, "/usr/share/fonts/opentype/inter"),
    "DejaVu Sans": (700, "/usr/share/fonts/truetype/dejavu"),
    "Roboto": (500, "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF"),
}
FOLDERS = [folder for _, folder in FONTS.values()]
# The service has no italic of DejaVu Sans, which a further package brings: a style without an italic face stays upright.
SERVED = [path for folder in FOLDERS for path in ([f"{folder}/DejaVuSans.ttf", f"{folder}/DejaVuSans-Bold.ttf"] if "dejavu" in folder else [folder])]

SENTENCES = {
    "en": "Sunset over the old harbour, seen from the hill behind the lighthouse. We didn’t expect the rain — nobody did; it’s 6:30 a.m. "
          "Free delivery on orders over $49.99 (returns within 30 days). See https://example.org/photos/2026/04/sunset?size=large for more! "
          "A well-known, hand-made, half-forgotten recipe: bread/butter & salt.",
    "de": "Der Donaudampfschifffahrtsgesellschaftskapitän grüßte freundlich vom Deck. Übermäßige Geschwindigkeits­begrenzungen ärgern "
          "niemanden, sagte sie: „Das ist nun einmal so.“ Im Straßenverkehr gilt die E‑Mail-Adresse nicht als Ausweis (§ 12 Abs. 3).",
    "fr": "L’été dernier, nous avons traversé le pont aujourd’hui fermé ! « Qu’est-ce que c’est ? » demanda-t-elle en souriant : "
          "peut-être l’œuvre d’un garçon naïf, là-bas, près de l’hôtel. Il coûte 1 250,50 € environ.",
    "es": "¿Quién vendrá mañana al mercado? ¡Qué alegría! La señora compró naranjas, limones y pimientos en la plaza; después volvió "
          "caminando por la orilla del río. El año próximo costará 3.500 € más, según el último periódico.",
    "pl": "Zażółć gęślą jaźń, powiedział chrząszcz w trzcinie w Szczebrzeszynie. Późnym wieczorem światła miasta odbijały się w rzece, "
          "a najpiękniejsze zdjęcie zrobiłem o 21:45. Nie-prawda? Tak: to była niezapomniana wycieczka.",
    "tr": "İstanbul’un en güzel fotoğrafları, gün batımında çekilmiştir. Çocukların çoğu bahçede oynuyordu; ağaçların gölgesi uzundu. "
          "Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine diye bir söz vardır.",
    "ru": "Вечером мы вышли на набережную — и увидели закат над старой гаванью. «Это невероятно», — сказала она. Достопримечательности "
          "города открыты с 9:00 до 18:00; билет стоит 350 руб. Объединённый какой-нибудь съезд.",
    "el": "Το ηλιοβασίλεμα πάνω από το παλιό λιμάνι ήταν υπέροχο. Τι ώρα είναι; Ρώτησε η γιαγιά· κανείς δεν απάντησε. «Καλημέρα», είπε, "
          "και οι φωτογραφίες τυπώθηκαν σε χαρτί 10×15. Ηλεκτροεγκεφαλογράφημα.",
    "vi": "Hoàng hôn trên bến cảng cũ, nhìn từ ngọn đồi phía sau ngọn hải đăng. Chúng tôi không ngờ trời mưa, nhưng ánh sáng thật đẹp! "
          "Giá 250.000 ₫ mỗi vé; trẻ em được miễn phí. Những bức ảnh được chụp lúc 5 giờ sáng.",
    "ar": "غروب الشمس فوق الميناء القديم كما يُرى من التل خلف المنارة. لم نكن نتوقع المطر، لكن الضوء كان جميلًا جدًا! السعر 250 ريالًا "
          "للتذكرة الواحدة؛ والأطفال مجانًا. هل رأيت الصور (2026)؟",
    "he": "שקיעה מעל הנמל הישן, כפי שנראית מן הגבעה שמאחורי המגדלור. לא ציפינו לגשם — אבל האור היה יפה מאוד! המחיר 250 ₪ לכרטיס; "
          "ילדים חינם. ראית את התמונות (2026)?",
}
RIGHT_TO_LEFT = ("ar", "he")


def styles():
    """A title and a caption for each language, in each font that has its script; some of them italic in a family without
    italics, and some with words that break anywhere."""
    made = {}
    for number, language in enumerate(SENTENCES):
        for family, (weight, _) in FONTS.items():
            if language in RIGHT_TO_LEFT and family != "DejaVu Sans":
                continue
            more = {"lang": language, **({"direction": "rtl"} if language in RIGHT_TO_LEFT else {}),
                    **({"fontStyle": "italic"} if family == "DejaVu Sans" and number % 2 == 0 else {}),
                    **({"wordBreak": "break-all"} if number % 4 == 3 else {})}
            key = f"{language}-{family.split()[0]}"
            made[f"title-{key}"] = {"fontFamily": family, "fontSize": 15 + number % 3, "fontWeight": weight, "lineHeight": 22, "maxLines": 2, **more}
            made[f"caption-{key}"] = {
                "fontFamily": family, "fontSize": 12.5 + number % 4 / 2, "lineHeight": {"multiple": 1.4} if number % 2 else 18,
                **({"letterSpacing": 0.2} if number % 5 == 2 else {}), **more}
    return made


def documents(count, seed=7):
    """A document of cards for each width. Texts are words of their language in random order, so that lines break everywhere."""
    chance, text_styles = random.Random(seed), styles()
    titles = [name for name in text_styles if name.startswith("title-")]
    items = []
    for number in range(count):
        title = titles[number % len(titles)]
        words = SENTENCES[title.split("-")[1]].split(" ")
        write = lambda most: " ".join(chance.choice(words) for _ in range(chance.randint(1, most)))  # noqa: E731
        body = [{"text": write(9), "style": title}, {"text": write(40), "style": title.replace("title", "caption")}]
        # Some have no caption, and some a row of buttons.
        body = body[:1] if number % 17 == 0 else body + [{"height": 28}] if number % 13 == 0 else body
        items.append({"width": 400, "height": 200 + number * 37 % 300, "body": body})
    items[-1]["body"] = "  "
    text = {
        "textStyles": text_styles, "items": items,
        "layout": {"type": "waterfall", "columns": {"minWidth": 150}, "spacing": 8, "sectionInset": dict.fromkeys(("top", "left", "bottom", "right"), 8),
                   "body": {"insets": {"top": 8, "leading": 10, "bottom": 12, "trailing": 10}, "spacing": 4, "style": "caption-en-Inter"}}}
    return lambda width: {"container": {"width": width, "height": 900}, **text}


@functools.cache
def font_files():
    """The fonts' files by their SHA-256."""
    return {hashlib.sha256(path.read_bytes()).hexdigest(): path for folder in FOLDERS if pathlib.Path(folder).exists()
            for path in sorted(pathlib.Path(folder).iterdir()) if path.suffix in (".otf", ".ttf")}


def missing_fonts():
    return [folder for folder in FOLDERS if not pathlib.Path(folder).exists()]


def faces(service):
    """The faces that the documents use: family, weight, and the SHA-256 of the file, as the service reports it."""
    with urllib.request.urlopen(f"{service}/v1/fonts") as answer:
        families = {one["name"]: one["faces"] for one in json.load(answer)["families"]}
    return [(family, weight, next(face["sha256"] for face in families[family] if face["weight"] == [weight, weight] and face["style"] == "normal"
                                  and face["sha256"] in font_files()))
            for family, (bold, _) in FONTS.items() for weight in (400, bold)]


def font_rules(used):
    """Loads the service's own files as web fonts; preloaded, so that the first paint has them."""
    links = "".join(f'<link rel="preload" as="font" crossorigin href="/fonts/{sha}">' for *_, sha in used)
    return links + "<style>" + "".join(
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-display:block;src:url(/fonts/{sha})}}' for family, weight, sha in used) + "</style>"


def post(service, document, **query):
    query = urllib.parse.urlencode(query, safe=",.")
    request = urllib.request.Request(f"{service}/v1/layouts?{query}", json.dumps(document).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read().decode()


def blocks(document, body):
    """The HTML of a body's blocks that have a height."""
    for block in [body] if isinstance(body, str) else body:
        if isinstance(block, dict) and "height" in block:
            yield f'<div style="height:{block["height"]}px"></div>'
            continue
        text, style = (block, document["layout"]["body"]["style"]) if isinstance(block, str) else (block["text"], block["style"])
        if text.strip(" \t\n\r"):
            yield f'<p class="tatami-text-{style}" lang="{document["textStyles"][style]["lang"]}">{html.escape(text)}</p>'


def site(pages):
    """A server of pages by their paths, and of the fonts' files."""
    def answer(path):
        if path.startswith("/fonts/"):
            return "font/otf", font_files()[path.removeprefix("/fonts/")].read_bytes()
        kinds = {"js": "text/javascript", "css": "text/css", "otf": "font/otf", "jpg": "image/svg+xml"}
        kind, found = kinds.get(path.rpartition(".")[2], "text/html; charset=utf-8"), pages(path)
        return kind, found if isinstance(found, bytes) else found.encode()
    return Site(answer)

