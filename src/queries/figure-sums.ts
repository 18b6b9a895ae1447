import { DecimalSum } from '../model/text/decimal.js';

/** A row of the report as far as it is summed. */
export interface FigureRow {
  /** Empty where the service names none: it counts for the account alone. */
  readonly id: string;
  readonly cost: string;
  readonly clicks: string;
  readonly views: string;
}

/** Cost, clicks and views of several rows. */
export class Figures {
  readonly #cost = new DecimalSum();
  clicks = 0;
  views = 0;

  get cost(): string {
    return this.#cost.text();
  }

  /** False where a text is no number, and then nothing may be made of these figures. A service may leave out a 0. */
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

const COUNT = /^\d{0,15}$/;

/** Figures of the whole account, and of some of what is in it. */
export class FigureSums {
  readonly account = new Figures();
  readonly byId = new Map<string, Figures>();

  constructor(private readonly ids: ReadonlySet<string>) {}

  add({ id, cost, clicks, views }: FigureRow): boolean {
    if (!this.account.add(cost, clicks, views)) return false;
    return !this.ids.has(id) || this.#of(id).add(cost, clicks, views);
  }

  addSums(other: FigureSums): void {
    this.account.addFigures(other.account);
    for (const [id, figures] of other.byId) this.#of(id).addFigures(figures);
  }

  #of(id: string): Figures {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    const figures = new Figures();
    this.byId.set(id, figures);
    return figures;
  }
}
