/** What the header alone says, before anything is unpacked. */
export interface ImageHeader {
  readonly width?: number;
  readonly height?: number;
  /** JPEG only: 1 grey, 3 colour, 4 print colours. */
  readonly channels?: number;
  readonly animated?: boolean;
  /** Why it cannot be a whole image. */
  readonly fault?: string;
}
