import type { FieldPath, SectionContext } from '../../model/index.js';
import { plural, shortestDecimal } from '../../model/index.js';

/** The interface says "double" of a price and no more; services know money with two decimals, or what the settings say. */
export function checkDecimals(price: string, path: FieldPath, context: SectionContext): void {
  const { decimals } = context.settings.prices;
  const point = price.indexOf('.');
  // There may be a million of them, and hardly ever one with more.
  if (point < 0 || price.length - point - 1 <= decimals) return;
  const [, fraction = ''] = shortestDecimal(price).split('.');
  if (fraction.length <= decimals) return;
  const most = decimals === 0 ? 'none' : `at most ${decimals}`;
  context.report(
    'price-decimals',
    path,
    `${price} has ${plural(fraction.length, 'decimal')}; the service takes ${most}.`,
  );
}

/** Keywords without a bid of their own use the group's, so one of 0 means nothing. */
export function checkGroupBid(price: string, path: FieldPath, context: SectionContext): void {
  checkDecimals(price, path, context);
  if (context.settings.prices.groupZero === 'accepted' || shortestDecimal(price) !== '0') return;
  context.report('group-bid-zero', path, 'Keywords of the group without a bid of their own would have none.');
}
