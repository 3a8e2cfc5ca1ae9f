// The title and the caption of each photo, for cards with a body.

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
