// SPDX-License-Identifier: Apache-2.0
// Replaces MUI's <Masonry>, react-photo-album and other walls that measure in the browser. Those need scripts: they
// place nothing before the scripts have run, or guess on the server and move items afterwards.
//
//   const sheet = await photoSheet(photos);                    // on the server: a loader, an async component …
//   <PhotoWall photos={photos} sheet={sheet} />                // anywhere: plain HTML, nothing to hydrate
//
// `<Masonry columns={{xs: 2, md: 4}} spacing={1}>` is `columns: {minWidth: 150}, spacing: 8`; react-photo-album's
// `layout="rows"` is `{type: "justified", targetRowHeight: 200, boxSpacing: 8}`.

const widths = "320,480,640,960,1280,1600,1920";

export async function photoSheet(photos, layout = { type: "waterfall", columns: { minWidth: 150 }, spacing: 8 }) {
  const base = process.env.TATAMI_URL ?? "http://localhost:8080";
  const url = `${base}/v1/layouts?rect=all&format=css&unit=percent&selector=.photo-wall&widths=${widths}`;
  const items = photos.map(({ width, height }) => [width, height]);
  const answer = await fetch(url, {
    method: "POST", body: JSON.stringify({ container: { width: 320, height: 320 }, layout, items }) });
  if (!answer.ok) throw new Error(await answer.text());
  return `${await answer.text()}.photo-wall{margin:0;padding:0;list-style:none}.photo-wall img{width:100%;height:100%;object-fit:cover}`;
}

/** The first `eager` photos, those of the first screen, load at once; the others when they come near the screen. */
export function PhotoWall({ photos, sheet, eager = 12 }) {
  // The sheet contains only numbers and the selector. As the text of <style>, React would escape its > as &gt;.
  return <>
    <style dangerouslySetInnerHTML={{ __html: sheet }} />
    {/* Safari announces no list without markers, unless it has the role. */}
    <ul className="photo-wall" role="list">
      {photos.map(({ src, alt }, index) => <li key={src}><img src={src} alt={alt} loading={index < eager ? undefined : "lazy"} /></li>)}
    </ul>
  </>;
}
