/** Items that are made together: few enough to be made at once, many enough that their boxes are few. */
const TOGETHER = 40;
/** What an item that was never made is taken to need. */
const GUESSED_HEIGHT = 92;
/** Printers get everything up to here. */
const MOST_PRINTED = 4_000;

/** A long list of which only what is near the window is made. */
export class ChangeList {
  readonly #place: HTMLElement;
  readonly #render: (index: number) => string;
  readonly #observer: IntersectionObserver;
  #boxes: HTMLElement[] = [];
  #count = 0;

  constructor(place: HTMLElement, render: (index: number) => string) {
    this.#place = place;
    this.#render = render;
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) this.#fill(target as HTMLElement);
          else empty(target as HTMLElement);
        }
      },
      { rootMargin: '1200px' },
    );
    addEventListener('beforeprint', () => {
      for (const box of this.#boxes.slice(0, MOST_PRINTED / TOGETHER)) this.#fill(box);
    });
  }

  /** Shows a list of so many items, from its start. */
  show(count: number): void {
    this.#observer.disconnect();
    this.#count = count;
    this.#boxes = [];
    const all = document.createDocumentFragment();
    for (let from = 0; from < count; from += TOGETHER) {
      const box = document.createElement('div');
      box.dataset['from'] = String(from);
      box.style.height = `${Math.min(TOGETHER, count - from) * GUESSED_HEIGHT}px`;
      this.#boxes.push(box);
      all.append(box);
    }
    const [first] = this.#boxes;
    if (first !== undefined) this.#fill(first);
    this.#place.replaceChildren(all);
    for (const box of this.#boxes) this.#observer.observe(box);
  }

  /** Makes the item, goes there and gives it the focus. */
  reveal(index: number, id: string): void {
    const box = this.#boxes[Math.floor(index / TOGETHER)];
    if (box === undefined) return;
    this.#fill(box);
    const item = document.getElementById(id);
    if (item === null) return;
    item.focus({ preventScroll: true });
    // What is above may get its true height while it is scrolled past.
    const go = () => item.scrollIntoView({ block: 'start' });
    go();
    requestAnimationFrame(() => requestAnimationFrame(go));
  }

  #fill(box: HTMLElement): void {
    if (box.childElementCount > 0) return;
    const from = Number(box.dataset['from']);
    let text = '';
    for (let index = from; index < Math.min(from + TOGETHER, this.#count); index++) text += this.#render(index);
    box.innerHTML = text;
    box.style.height = '';
  }
}

/** Leaves the room that it took. What someone opened, or is in, stays. */
function empty(box: HTMLElement): void {
  if (box.childElementCount === 0 || box.contains(document.activeElement) || box.querySelector('details[open]')) return;
  box.style.height = `${box.offsetHeight}px`;
  box.replaceChildren();
}
