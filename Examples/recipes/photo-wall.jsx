// SPDX-License-Identifier: Apache-2.0
// In place of MUI's <Masonry>, of react-photo-album and of other walls that measure in the browser. They need
// scripts, place nothing before these have run, or guess on the server and move things afterwards.
//
//   const sheet = await photoSheet(photos);                    // on the server: a loader, an async component …
//   <PhotoWall photos={photos} sheet={sheet} />                // anywhere: plain HTML, nothing to hydrate
//
// `<Masonry columns={{xs: 2, md: 4}} spacing={1}>` is `columns: {minWidth: 150}, spacing: 8`; react-photo-album's
// `layout="rows"` is `{type: "justified", targetRowHeight: 200, boxSpacing: 8}`.

const widths = "320,480,640,960,1280,1600,1920";

export async function photoSheet(photos, layout = { type: "waterfall", columns: { minWidth: 150 }, spacing: 8 }) {
  const url = `${process.env.TATAMI_URL}/v1/layouts?rect=all&format=css&unit=percent&selector=.photo-wall&widths=${widths}`;
  const items = photos.map(({ width, height }) => [width, height]);
  const answer = await fetch(url, {
    method: "POST", body: JSON.stringify({ container: { width: 320, height: 320 }, layout, items }) });
  if (!answer.ok) throw new Error(await answer.text());
  return `${await answer.text()}.photo-wall{margin:0;padding:0;list-style:none}.photo-wall img{width:100%;height:100%;object-fit:cover}`;
}

export function PhotoWall({ photos, sheet }) {
  // The sheet holds numbers and the selector only. As text of <style> React would write its > as &gt;.
  return <>
    <style dangerouslySetInnerHTML={{ __html: sheet }} />
    <ul className="photo-wall">{photos.map(({ src, alt }) => <li key={src}><img src={src} alt={alt} loading="lazy" /></li>)}</ul>
  </>;
}
