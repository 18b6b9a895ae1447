import { DecimalSum } from '../model/text/decimal.js';

/** A row of the report as far as it is summed. */
export interface FigureRow {
  /** Empty where the service names none: it counts for the account alone. */
  readonly id: string;
  readonly cost: string;
  readonly clicks: string;
  readonly views: string;
  readonly name: string;
}

/** Cost, clicks and views of several rows. */
export class Figures {
  readonly #cost = new DecimalSum();
  clicks = 0;
  views = 0;

  get cost(): string {
    return this.#cost.text();
  }

  /** False where a text is not a number, and then nothing may be made of these figures. A service may leave out a 0. */
  add(cost: string, clicks: string, views: string): boolean {
    if (!COUNT.test(clicks) || !COUNT.test(views) || (cost !== '' && !this.#cost.add(cost))) return false;
    this.clicks += Number(clicks);
    this.views += Number(views);
    return true;
  }

  addFigures(other: Figures): void {
    this.#cost.addSum(other.#cost);
    this.clicks += other.clicks;
    this.views += other.views;
  }
}

/** Kept rows are lines, and their cells are separated by tabs. */
export const onOneLine = (name: string) => name.replace(/[\t\n\r]/g, ' ');

const COUNT = /^\d{0,15}$/;

/** Figures of the whole account, and of some of what is in it. */
export class FigureSums {
  readonly account = new Figures();
  readonly byId = new Map<string, Figures>();
  /** What they are called in the report. */
  readonly names = new Map<string, string>();

  constructor(private readonly ids: ReadonlySet<string>) {}

  add({ id, cost, clicks, views, name }: FigureRow): boolean {
    if (!this.account.add(cost, clicks, views)) return false;
    if (!this.ids.has(id)) return true;
    if (name !== '') this.names.set(id, onOneLine(name));
    return this.#of(id).add(cost, clicks, views);
  }

  addSums(other: FigureSums): void {
    this.account.addFigures(other.account);
    for (const [id, figures] of other.byId) this.#of(id).addFigures(figures);
    for (const [id, name] of other.names) this.names.set(id, name);
  }

  #of(id: string): Figures {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    const figures = new Figures();
    this.byId.set(id, figures);
    return figures;
  }
}
