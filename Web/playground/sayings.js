// The photos' stories, and captions and messages that are generated from an item's number, so that they are the same everywhere.

/** The title and the caption of each photo, for cards with a body. */
export const stories = {
  sunset: ["Last light", "The ferry was late, so the whole pier stood still and watched the sun go down behind the breakwater."],
  lake: ["Snowmelt", "By June the ice is gone, and for one windless hour the lake shows every peak of the ridge twice."],
  dunes: ["No footprints", "The wind had smoothed the sand overnight. We were the first to cross the ridge, and went around it."],
  flower: ["Daisy, 9 a.m.", "It opens at eight, follows the sun across the garden wall, and closes again before the neighbours eat."],
  mist: ["Seven ridges", "From the hut you can count seven ridges on a good morning. This was a good morning, and very quiet."],
  city: ["After the rain", "Traffic lights, wet glass and a lens that would not focus. Nobody wanted the sharp version afterwards."],
  lavender: ["Ten days in July", "The rows bloom for ten days. On the eleventh the harvester comes, and the whole valley smells of soap."],
  forest: ["Birches", "My grandmother planted the first row. The others came by themselves and keep no distance at all."],
  figure: ["Facing west", "She said that she would turn around once the sun was gone. It took twenty minutes, and we all waited."],
  aurora: ["Minus twenty", "We had given up and were walking back when the sky went green over the lake. Nobody said a word."],
  oranges: ["Market day", "Eleven crates, one price, and a seller who peels one for everybody who stops for long enough."],
  stars: ["Four minutes", "The shutter stayed open for four minutes, and a satellite crossed the frame in the third of them."],
};

const times = ["Early", "Late in the evening", "At noon", "Just before the rain", "On the last day", "After breakfast", "In the first snow"];
const things = ["the harbour", "an old bridge", "our street", "the lighthouse", "a field of poppies", "the night train", "a cat nobody owns",
  "the market hall", "three boats", "the orchard", "a borrowed bicycle", "the long stairs"];
const places = ["seen from the hill", "behind the station", "on the way home", "where the river bends", "under a very wide sky", "with the windows open"];
const tails = ["We stayed until the lamps came on.", "Nobody else was there.", "The light lasted for about a minute.",
  "It took three tries, and this is the second.", "My grandmother would have known the name of every flower in it.",
  "If you look closely you can see where the old wall used to stand, before they built the new road.", "Worth the walk."];
const lines = ["Are you there yet?", "Yes!", "Give me ten minutes, the tram is late again.", "No hurry.", "I brought the photos, all of them.",
  "The ones from the lake as well?", "Those as well. There are more than I remembered, so let us look at them together on the large screen.",
  "I would like that.", "Did you see the message from Ana?", "She says that the house by the sea is free in May, for the whole first week, and asks who is coming.",
  "Count me in.", "Who brings the tent?", "Ok", "Then it is settled. I will write to her tonight and ask about the boat, too; last time we forgot, and then there was none."];

/** Returns a number from 0 up to 1 that is always the same for an item and a purpose. */
function chance(id, purpose) {
  let bits = Math.imul(id ^ Math.imul(purpose, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 4294967296;
}

const pick = (list, id, purpose) => list[Math.floor(chance(id, purpose) * list.length)];

/** Returns a caption of one to five lines. */
export function caption(id) {
  const parts = [`${pick(times, id, 1)}: ${pick(things, id, 2)} ${pick(places, id, 3)}.`];
  if (chance(id, 4) < 0.3) parts[0] = `${pick(things, id, 2)}.`.replace(/^./, (letter) => letter.toUpperCase());
  if (chance(id, 5) < 0.4) parts.push(pick(tails, id, 6));
  return parts.join(" ");
}

/** Returns a message, and whether the reader wrote it. */
export function message(id) {
  const text = chance(id, 7) < 0.25 ? `${pick(lines, id, 8)} ${pick(lines, id, 9)}` : pick(lines, id, 8);
  return { text, isMine: chance(id, 10) < 0.45 };
}
