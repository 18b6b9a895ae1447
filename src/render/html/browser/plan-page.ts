import { anchorOf, itemMarkup } from '../change-markup.js';
import { type ListItem, pageItems } from '../page-changes.js';
import { type PlanData, readPlanData } from '../plan-data.js';
import { ChangeList } from './change-list.js';
import { ChangeFilter, type Wanted } from './filter-changes.js';

/** So many names are offered while someone writes one. */
const OFFERED = 500;

const byId = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;

async function inflated(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

async function start(): Promise<void> {
  const data: PlanData = JSON.parse(await inflated(byId('plan-data').textContent ?? ''));
  const page = readPlanData(data);
  const filter = new ChangeFilter(page);
  const form = byId<HTMLFormElement>('toolbar');
  const status = byId('shown');
  const total = page.plan.changes.length;
  let items: readonly ListItem[] = [];
  const list = new ChangeList(byId('changes'), (index) => {
    const item = items[index];
    return item === undefined ? '' : itemMarkup(item, page).text;
  });

  const read = (id: keyof Wanted) => byId<HTMLInputElement | HTMLSelectElement>(id).value;
  const update = () => {
    const order = read('order');
    const found = filter.find({
      search: read('search'),
      action: read('action'),
      kind: read('kind'),
      owner: read('owner'),
      finding: read('finding'),
      order,
    });
    if (found === undefined) items = pageItems(page);
    else if (order === '') items = pageItems(page, new Set(found));
    else items = found.map((change) => ({ change, apart: true }));
    list.show(items.length);
    const count = found?.length ?? total;
    status.textContent = count === total ? `${total} changes` : `${count} of ${total} changes`;
    document.body.classList.toggle('nothing', count === 0);
  };

  /** Goes to the change that the address of the page names, whatever is filtered. */
  const follow = () => {
    const wanted = fragment();
    const at = () => items.findIndex((item) => 'change' in item && anchorOf(item.change.address) === wanted);
    if (wanted === '') return;
    let index = at();
    if (index < 0 && page.plan.changes.some(({ address }) => anchorOf(address) === wanted)) {
      form.reset();
      update();
      index = at();
    }
    if (index >= 0) list.reveal(index, wanted);
  };

  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', update);
  // The fields have their first values again only when the event is over.
  form.addEventListener('reset', () => setTimeout(update));
  byId('owner').addEventListener(
    'focus',
    () => {
      const options = filter.owners(OFFERED).map((name) => new Option(name));
      byId('owners').replaceChildren(...options);
    },
    { once: true },
  );
  addEventListener('hashchange', follow);
  // A link to where one is already is no change of the address.
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href^="#"]');
    if (link !== null && link.getAttribute('href') === location.hash) follow();
  });
  update();
  follow();
  document.documentElement.classList.add('live');
  filter.prepare();
}

function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

start();
