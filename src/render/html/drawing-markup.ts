import type { Drawing, DrawnThing } from '../../model/kind/drawing.js';
import type { ImageValue } from '../../model/resource/value.js';
import { leafText, leavesOf } from '../view/values.js';
import { webLink } from './link.js';
import { html, type Markup } from './markup.js';
import type { Drawn, PageImage } from './page-changes.js';

type Images = ReadonlyMap<string, PageImage>;

/** How a thing will look, next to how it looked where that is known. */
export function drawnMarkup({ after, before }: Drawn, images: Images): Markup {
  const both = after !== undefined && before !== undefined;
  return html`<div class="drawings">${before && figure(before, both ? 'before' : 'as it is', images)}${after && figure(after, both ? 'after' : undefined, images)}</div>`;
}

function figure({ caption, device, drawing }: DrawnThing, when: string | undefined, images: Images): Markup {
  return html`<figure class="drawing ${device}"><figcaption>${when && html`<b>${when}</b> · `}${caption} · <span class="quiet">schematic, not the service’s layout</span></figcaption>${drawingMarkup(drawing, images)}</figure>`;
}

function drawingMarkup(drawing: Drawing, images: Images): Markup {
  if ('box' in drawing) {
    const parts = drawing.parts.map((part) => drawingMarkup(part, images));
    const columns = drawing.box === 'grid' ? ` of-${Math.min(4, drawing.columns)}` : '';
    return html`<div class="box-${drawing.box}${columns}">${parts}</div>`;
  }
  if ('image' in drawing) return html`<span class="image-${drawing.as}">${imageMarkup(drawing.image, images)}</span>`;
  const { text } = drawing;
  if (drawing.as === 'link' || drawing.as === 'button')
    return html`<span class="as-${drawing.as}">${webLink(drawing.url, text)}</span>`;
  return html`<span class="as-${drawing.as}">${text}</span>`;
}

/** The image, which is in the page once and used here; else a box that says what it is. */
function imageMarkup(value: ImageValue, images: Images): Markup {
  const image = images.get(value.sha256);
  const [text] = [...leavesOf('', value).values()].map(leafText);
  if (image === undefined || 'missing' in image)
    return html`<span class="no-image"><b>${image?.missing ?? 'not drawn'}</b> ${text}</span>`;
  return html`<svg role="img" aria-label="${text}" viewBox="0 0 ${image.width} ${image.height}"><use href="#${imageId(value.sha256)}"></use></svg>`;
}

/** The images of a page, each once. */
export function imageStore(
  images: ReadonlyMap<string, { readonly uri: string; readonly width: number; readonly height: number }>,
): Markup {
  const symbols = [...images].map(
    ([sha256, { uri, width, height }]) =>
      html`<symbol id="${imageId(sha256)}" viewBox="0 0 ${width} ${height}"><image href="${uri}" width="${width}" height="${height}"></image></symbol>`,
  );
  return html`<svg class="image-store" aria-hidden="true" width="0" height="0">${symbols}</svg>`;
}

const imageId = (sha256: string) => `image-${sha256.slice(0, 16)}`;
