// Presets whose titles, captions and messages the service measures. Inter is the family that the service comes with.

import { insets, photos } from "./preset-parts.js";
import { photoOf } from "./picturing.js";
import { caption, stories } from "./sayings.js";

/** A text of each language: its name, its BCP 47 tag, and its words. */
const languages = [
  ["English", "en", "The ferry was late, so the whole pier stood still and watched the sun go down behind the breakwater."],
  ["Deutsch", "de", "Die Donaudampfschifffahrtsgesellschaft fährt erst ab Mai wieder; bis dahin bleibt nur der Fußweg über die Brücke."],
  ["Français", "fr", "« Qu’est-ce que c’est ? » demanda-t-elle en souriant : peut-être l’œuvre d’un garçon naïf, là-bas, près de l’hôtel."],
  ["Español", "es", "¿Quién vendrá mañana al mercado? La señora compró naranjas y volvió caminando por la orilla del río."],
  ["Polski", "pl", "Późnym wieczorem światła miasta odbijały się w rzece, a najpiękniejsze zdjęcie zrobiłem o 21:45."],
  ["Türkçe", "tr", "İstanbul’un en güzel fotoğrafları gün batımında çekilir; ağaçların gölgesi uzundu ve çocuklar bahçede oynuyordu."],
  ["Tiếng Việt", "vi", "Hoàng hôn trên bến cảng cũ, nhìn từ ngọn đồi phía sau ngọn hải đăng. Chúng tôi không ngờ trời mưa."],
  ["Ελληνικά", "el", "Το ηλιοβασίλεμα πάνω από το παλιό λιμάνι ήταν υπέροχο· κανείς δεν απάντησε, και οι φωτογραφίες τυπώθηκαν."],
  ["Русский", "ru", "Вечером мы вышли на набережную — и увидели закат над старой гаванью. «Это невероятно», — сказала она."],
];

const style = (fontSize, lineHeight, more) => ({ fontFamily: "Inter", fontSize, lineHeight, ...more });
const sides = (vertical, horizontal) => ({ top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal });

const chips = "All photos,Sunsets,By the sea,Harbour,Old town,People,Black and white,Night,Mountains,Fog,Close-ups,Food,Markets,Street,Birds,"
  + "Trees in winter,Trains,Bridges,Rain,Snow,Reflections,From above,Animals,Handwriting on walls,Doors,Windows,Boats,Clouds,Film,Portraits";

export const textPresets = {
  "captions": {
    name: "Captions", fits: true,
    make: () => ({
      container: { width: 390, height: 844 },
      textStyles: { title: style(15, 20, { fontWeight: 600, maxLines: 2 }), caption: style(13, 18) },
      layout: {
        type: "waterfall", columns: { minWidth: 170 }, spacing: 10, sectionInset: insets(10),
        body: { insets: sides(9, 11), spacing: 3, style: "caption" },
      },
      // Each third photo has no title, and each seventh no text.
      items: photos(200).map(([width, height], index) => {
        if (index % 7 === 5) return [width, height];
        const title = { text: stories[photoOf(index).name][0], style: "title" };
        return { width, height, body: index % 3 === 2 ? caption(index) : [title, caption(index)] };
      }),
    }),
  },
  "posts": {
    name: "Posts", fits: true,
    make: () => ({
      container: { width: 390, height: 844 },
      textStyles: { post: style(15, 21, { maxLines: 4, lineClampEnd: "… more" }), author: style(15, 21, { fontWeight: 600 }), tag: style(15, 21) },
      layout: { type: "waterfall", columns: { minWidth: 240 }, spacing: 10, sectionInset: insets(10), body: { insets: sides(10, 12), style: "post" } },
      items: Array.from({ length: 90 }, (_, index) => ({ aspectRatio: 2, body: [{ text: [
        { text: ["Ana", "Jonas", "Mei-Ling"][index % 3], style: "author", name: "author" }, ` ${caption(index)} `,
        { width: 16, height: 16, verticalAlign: -3, name: "emoji" }, ` ${caption(index + 90)} `, { text: "#photos", style: "tag", name: "tag" },
      ] }] })),
    }),
  },
  "chips": {
    name: "Chips", plain: true, fits: true,
    make: () => ({
      container: { width: 390, height: 600 },
      textStyles: { chip: style(14, 20, { fontWeight: 600 }) },
      layout: {
        type: "flow", alignment: "leading", minimumLineSpacing: 8, minimumInteritemSpacing: 8, sectionInset: insets(14),
        body: { insets: sides(7, 14), style: "chip" },
      },
      // A chip is as wide as its text.
      items: chips.split(",").map((text) => ({ body: text })),
    }),
  },
  "text": {
    name: "Text", plain: true, fits: true,
    make: () => ({
      container: { width: 390, height: 844 },
      textStyles: Object.fromEntries([
        ["language", style(17, 24, { fontWeight: 600 })],
        ...languages.map(([, lang]) => [lang, style(15, { multiple: 1.5 }, { lang })]),
      ]),
      layout: { type: "waterfall", columns: { minWidth: 240 }, spacing: 10, sectionInset: insets(10), body: { insets: sides(12, 14), spacing: 4 } },
      items: Array.from({ length: 4 }, (_, turn) => languages.map(([name, lang, text], index) => {
        // The same words in other lengths.
        const words = text.split(" "), count = turn === 0 ? words.length : 3 + (7 * index + 11 * turn) % words.length;
        return { height: 0, body: [{ text: name, style: "language" }, { text: words.slice(0, count).join(" "), style: lang }] };
      })).flat(),
    }),
  },
};
