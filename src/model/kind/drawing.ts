import type { ImageValue } from '../resource/value.js';

/**
 * How a thing looks, roughly: boxes, texts and pictures made of its values alone. A kind says what is next to what and what
 * each text is; the code that shows it decides on sizes and colours.
 */
export type Drawing =
  | {
      readonly box: 'row' | 'column' | 'card';
      readonly parts: readonly Drawing[];
    }
  /** Parts of one width, so many next to each other. */
  | { readonly box: 'grid'; readonly columns: number; readonly parts: readonly Drawing[] }
  | { readonly text: string; readonly as: 'title' | 'text' | 'label' | 'tag' }
  | { readonly text: string; readonly as: 'link' | 'button'; readonly url: string }
  | { readonly image: ImageValue; readonly as: 'photo' | 'icon' | 'cover' };

export interface DrawnThing {
  /** What it is, in a few words: `windows on a computer`. */
  readonly caption: string;
  readonly device: 'computer' | 'mobile';
  readonly drawing: Drawing;
}

/** The images of a drawing. */
export function* drawnImages(drawing: Drawing): Generator<ImageValue> {
  if ('image' in drawing) yield drawing.image;
  else if ('parts' in drawing) for (const part of drawing.parts) yield* drawnImages(part);
}
