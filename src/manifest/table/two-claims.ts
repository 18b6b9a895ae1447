import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Resource } from '../../model/index.js';
import { placeName, type Report } from '../source/report.js';

/** Two places that claim one thing. */
export type TwoCode = 'duplicate-address' | 'same-object' | 'not-told-apart' | 'likely-one';

export function reportTwo(code: TwoCode, first: Resource, second: Resource, detail: string, report: Report): void {
  const place = first.origin.place();
  report(located(code, second, `${detail} The other place is ${placeName(place)}.`, [place]));
}

/** A finding at the place where a resource is written. */
export function located(
  code: TwoCode | 'unknown-reference',
  resource: Resource,
  detail: string,
  related: Diagnostic['related'] = [],
): Diagnostic {
  const source = resource.origin.place();
  return diagnostic(code, { detail, address: resource.address, source, excerpt: resource.origin.excerpt?.(), related });
}
