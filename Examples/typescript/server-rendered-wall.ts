// SPDX-License-Identifier: Apache-2.0
// Server rendering without layout shift: one HTML page whose photos stand at their final places for three
// widths, before any script or image has loaded.
//
//   const html = await renderWall(new TatamiClient("http://localhost:8080"), photos, {title: "Feed"});
//
// The same feed is laid out once a width; each width's frames go into its own media query, and the
// container has the content's height from the first byte, so nothing moves when images arrive.

import type { Attributes } from "./tatami-client.js";
import { TatamiClient } from "./tatami-client.js";

export interface Photo { id: string; src: string; alt: string; width: number; height: number }

export interface WallPage {
  title: string;
  /** The widths that are laid out, ascending; each holds from itself up to the next. */
  widths?: number[];
  /** The least width of a column, in points. */
  minColumnWidth?: number;
  spacing?: number;
}

export async function renderWall(client: TatamiClient, photos: Photo[], page: WallPage): Promise<string> {
  const widths = page.widths ?? [360, 768, 1200];
  const spacing = page.spacing ?? 8;
  const rules = await Promise.all(widths.map(async (width, step) => {
    const layout = await client.layout({
      container: { width, height: width },
      layout: {
        type: "waterfall", columns: { minWidth: page.minColumnWidth ?? 160 }, spacing,
        sectionInset: { top: spacing, left: spacing, bottom: spacing, right: spacing },
      },
      items: photos.map(({ width, height }) => [width, height]),
    });
    const { attributes, contentSize } = await layout.attributes({ rect: "all" });
    const upper = widths[step + 1];
    const condition = [step > 0 ? `(min-width:${width}px)` : "", upper ? `(max-width:${upper - 0.02}px)` : ""]
      .filter((part) => part !== "").join(" and ");
    const frames = attributes.map((one) => frameRule(one)).join("\n");
    const body = `.wall{width:${width}px;height:${contentSize.height}px}\n${frames}`;
    return condition === "" ? body : `@media ${condition}{\n${body}\n}`;
  }));
  const cells = photos.map((photo, index) =>
    `<li id="p${index}"><img src="${escape(photo.src)}" alt="${escape(photo.alt)}" width="${photo.width}" height="${photo.height}" loading="lazy" decoding="async"></li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)}</title>
<style>
body{margin:0}
.wall{position:relative;margin:0 auto;padding:0;list-style:none}
.wall li{position:absolute;overflow:hidden;border-radius:6px;background:#d9d4c8}
.wall img{display:block;width:100%;height:100%;object-fit:cover}
${rules.join("\n")}
</style>
<ul class="wall">
${cells.join("\n")}
</ul>
</html>
`;
}

function frameRule({ indexPath, frame }: Attributes): string {
  return `#p${indexPath[1]}{left:${frame.x}px;top:${frame.y}px;width:${frame.width}px;height:${frame.height}px}`;
}

function escape(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (one) => names[one] ?? one);
}
