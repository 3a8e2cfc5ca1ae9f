// SPDX-License-Identifier: Apache-2.0
// A wall of photos in the first byte of HTML: it fills any width, and nothing moves when its images arrive.
//
//   const html = await renderWall("http://localhost:8080", photos, { title: "Feed" });
//
// One request is enough: the service lays the photos out for each width and answers a style sheet (`format=css`).
// Between two widths gaps keep their pixels, and photos scale with the wall. No script runs in the page.

export interface Photo { src: string; alt: string; width: number; height: number }

export interface WallOptions {
  /** The page widths with a layout of their own: up to 8, ascending. Narrower pages use the first one's layout. */
  widths?: readonly number[];
  /** The minimum width of a column, in points. */
  minColumnWidth?: number;
  spacing?: number;
  /** The selector of the element that contains the photos: `.name`, `#name` or `name`. */
  selector?: string;
  /** Header fields of the request, such as `Authorization`. */
  headers?: Record<string, string>;
}

/** Returns a wall's style sheet: the k-th child of `selector` is the k-th photo. It contains only numbers and the selector. */
export async function wallSheet(base: string, photos: readonly Photo[], options: WallOptions = {}): Promise<string> {
  const { minColumnWidth = 140, spacing = 8, selector = ".wall", headers = {} } = options;
  const { widths = [320, 480, 640, 960, 1280, 1600, 1920] } = options;
  const width = widths[0] ?? 320;
  const query = new URLSearchParams({ rect: "all", format: "css", unit: "percent", selector, widths: widths.join() });
  const answer = await fetch(`${base.replace(/\/+$/, "")}/v1/layouts?${query}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({
      container: { width, height: width },
      layout: {
        type: "waterfall", columns: { minWidth: minColumnWidth }, spacing,
        sectionInset: { top: spacing, left: spacing, bottom: spacing, right: spacing },
      },
      items: photos.map((photo) => [photo.width, photo.height]),
    }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer.text();
}

/** Returns a whole page with a wall. Its list has a `role`, because Safari announces no list without markers. */
export async function renderWall(
  base: string, photos: readonly Photo[], page: Omit<WallOptions, "selector"> & {
    title: string;
    /** How many photos of the first screen load at once, 12 by default. The others load when they come near the screen. */
    eager?: number;
  },
): Promise<string> {
  const { eager = 12 } = page;
  const sheet = await wallSheet(base, photos, { ...page, selector: ".wall" });
  const cells = photos.map((photo, index) =>
    `<li><img src="${escape(photo.src)}" alt="${escape(photo.alt)}"${index < eager ? "" : ` loading="lazy"`} decoding="async"></li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)}</title>
<style>
body{margin:0}
.wall{margin:0;padding:0;list-style:none}
.wall li{overflow:hidden;border-radius:6px;background:#d9d4c8}
.wall img{display:block;width:100%;height:100%;object-fit:cover}
${sheet}</style>
<ul class="wall" role="list">
${cells.join("\n")}
</ul>
</html>
`;
}

function escape(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (one) => names[one] ?? one);
}
