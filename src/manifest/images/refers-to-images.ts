import type { SectionPart } from '../check/entries.js';
import { imagesIn } from '../check/faulty-entries.js';

/** Whether an entry of the part names an image, those with a fault included. */
export function refersToImages({ section, value, faulty }: SectionPart): boolean {
  return (section.images?.(value).length ?? 0) > 0 || (faulty?.some((one) => imagesIn(one).length > 0) ?? false);
}
