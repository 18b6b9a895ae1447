document.documentElement.classList.add('live');

/** Makes every table sortable: by its headings, with the mouse or the keyboard. */
for (const table of document.querySelectorAll<HTMLTableElement>('table.sorted')) {
  for (const head of table.querySelectorAll<HTMLTableCellElement>('thead th')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    button.addEventListener('click', () => sortBy(table, head));
    head.replaceChildren(button);
  }
}

function sortBy(table: HTMLTableElement, head: HTMLTableCellElement): void {
  const isNumber = head.classList.contains('number');
  const before = head.getAttribute('aria-sort');
  // Of numbers the highest are looked for first, of names and days the first.
  const descends = before === null ? isNumber : before === 'ascending';
  for (const one of table.querySelectorAll('th')) one.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', descends ? 'descending' : 'ascending');
  const [body] = table.tBodies;
  if (body === undefined) return;
  const rows = [...body.rows].map((row) => {
    const text = row.cells[head.cellIndex]?.textContent ?? '';
    return { row, text, value: text === '' ? Number.NaN : Number(text.replace('%', '')) };
  });
  rows.sort((one, other) => {
    if (!isNumber) return descends ? compareTexts(other.text, one.text) : compareTexts(one.text, other.text);
    // What has no number comes last either way.
    if (Number.isNaN(one.value) || Number.isNaN(other.value))
      return Number(Number.isNaN(one.value)) - Number(Number.isNaN(other.value));
    return descends ? other.value - one.value : one.value - other.value;
  });
  body.append(...rows.map(({ row }) => row));
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export {};
