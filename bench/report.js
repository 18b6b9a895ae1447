// npm run bench:report: writes docs/performance.svg and the tables of docs/performance.md from bench/results.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { PEER_TOOLS, PEER_WORK } from './peers/rows.js';
import { SCALES } from './rows/running.js';
import { ROWS } from './rows.js';
import { GROWTH } from './stores/rows.js';

const RESULTS = new URL('results/', import.meta.url);
const DOCS = new URL('../docs/', import.meta.url);

const names = await readdir(RESULTS);
const results = new Map();
for (const name of names.filter((one) => one.endsWith('.json'))) {
  const result = JSON.parse(await readFile(new URL(name, RESULTS), 'utf8'));
  results.set(result.name, result);
}

const number = (value) => (value >= 100 ? Math.round(value) : Math.round(value * 10) / 10).toLocaleString('en');

function figures() {
  const lines = [
    '| figure | reference | ratio | runs | goal | rounds within | user ms | peak MB |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const { name, figure, goal, value = 'wall' } of ROWS) {
    const result = results.get(name);
    if (name.startsWith('scale') || name.startsWith('growth-') || name === 'peers') continue;
    if (result === undefined) {
      lines.push(`| ${figure} | | not measured | | | | | |`);
      continue;
    }
    const { sides, reference = '', ratio, ratios, rounds, checks, runs = [] } = result;
    const both = (measure) => sides.map((side) => number(side[measure])).join(' / ');
    const within =
      ratios === undefined || goal === undefined ? '' : `${ratios.filter((one) => one <= goal).length} of ${rounds}`;
    const shown = ratio === undefined ? '' : ratio < 1 ? `${number(ratio * 100)} %` : `${ratio.toFixed(2)} ×`;
    // Both sides of an append are of one process.
    const shares = name.startsWith('append-');
    const ofBoth = (measure, per, unit) => ` (${sides.map((side) => number(side[measure] / per)).join(' / ')} ${unit})`;
    const seconds = ratio !== undefined && goal === undefined ? ofBoth(value, 1000, 's') : '';
    const times = shares ? ofBoth('phase', 1, 'ms') : seconds;
    lines.push(
      `| ${result.figure} | ${reference} | ${shown}${times} | ${runs.length > 1 ? runs.map((one) => one.toFixed(2)).join(', ') : ''} | ${goal === undefined ? '' : `≤ ${goal < 1 ? `${goal * 100} %` : goal}`} | ${within} | ${shares ? '' : both('user')} | ${shares ? '' : both('peak')} |`,
    );
    for (const { what, value, most } of checks)
      lines.push(`| · ${what} | | ${number(value)} | | ≤ ${number(most)} | | | |`);
  }
  return lines.join('\n');
}

function growth() {
  const lines = ['| keywords | seconds | user seconds | peak MB | user µs a keyword |', '|---|---|---|---|---|'];
  for (const [name, what] of [
    ['scale', 'unchanged'],
    ['scale-changed', 'changed'],
  ]) {
    for (const [index, count] of SCALES.entries()) {
      const side = results.get(name)?.sides[index];
      const figures =
        side === undefined
          ? ['not measured', '', '', '']
          : [side.wall / 1000, side.user / 1000, side.peak, (side.user * 1000) / count].map(number);
      lines.push(`| ${number(count)} ${what} | ${figures.join(' | ')} |`);
    }
  }
  return lines.join('\n');
}

/** CPU and memory of the tools; what the smallest work takes is what each takes before it has done anything. */
function peers() {
  const result = results.get('peers');
  if (result === undefined) return 'Not measured.';
  const lines = ['| tool | things | CPU, s | CPU, ms a thing | peak MB | KB a thing |', '|---|---|---|---|---|---|'];
  for (const [place, tool] of PEER_TOOLS.entries()) {
    const sides = result.sides.slice(place * PEER_WORK.length, (place + 1) * PEER_WORK.length);
    for (const [index, { count, changed }] of PEER_WORK.entries()) {
      const { cpu, peak } = sides[index];
      // What is less than a tenth of what the start takes cannot be told from it.
      const each = (value, start, unit) => {
        if (index === 0) return '';
        if (value - start < start / 10) return 'too little to tell';
        const one = ((value - start) * unit) / count;
        return one < 10 ? String(Math.round(one * 100) / 100) : number(one);
      };
      const [time, space] = [each(cpu, sides[0].cpu, 1), each(peak, sides[0].peak, 1000)];
      lines.push(
        `| ${tool} | ${number(count)} ${changed ? 'changed' : 'unchanged'} | ${number(cpu / 1000)} | ${time} | ${number(peak)} | ${space} |`,
      );
    }
  }
  return lines.join('\n');
}

/** Time and space over the runs, for each place of the state. */
function runs() {
  const lines = ['| state in | runs | ms a run | records | KB kept |', '|---|---|---|---|---|'];
  for (const [backend, points] of Object.entries(GROWTH)) {
    const result = results.get(`growth-${backend}`);
    for (const [index, count] of points.entries()) {
      const side = result?.sides[index];
      const figures = side === undefined ? ['not measured', '', ''] : [side.phase, side.records, side.written / 1000];
      lines.push(
        `| ${backend} | ${number(count)} | ${figures.map((one) => (typeof one === 'number' ? number(one) : one)).join(' | ')} |`,
      );
    }
  }
  return lines.join('\n');
}

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = { left: 70, right: 70, top: 30, bottom: 50 };

/** User time and peak memory over the number of keywords, all axes logarithmic. */
function chart() {
  const scale = results.get('scale');
  if (scale === undefined) return undefined;
  const changed = results.get('scale-changed');
  const series = [
    {
      name: 'user time, s',
      color: '#1f6feb',
      dash: '',
      values: scale.sides.map((side) => side.user / 1000),
      from: 0.1,
      to: 100,
      side: 'left',
    },
    {
      name: 'peak memory, MB',
      color: '#bc4c00',
      dash: '6 4',
      values: scale.sides.map((side) => side.peak),
      from: 10,
      to: 10_000,
      side: 'right',
    },
    ...(changed === undefined
      ? []
      : [
          {
            color: '#8250df',
            dash: '',
            values: changed.sides.map((side) => side.user / 1000),
            from: 0.1,
            to: 100,
            side: 'left',
          },
          {
            color: '#bf8700',
            dash: '6 4',
            values: changed.sides.map((side) => side.peak),
            from: 10,
            to: 10_000,
            side: 'right',
          },
        ]),
  ];
  const inner = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const x = (count) =>
    MARGIN.left + (Math.log10(count / SCALES[0]) / Math.log10(SCALES.at(-1) / SCALES[0])) * inner.width;
  const y = (value, { from, to }) => MARGIN.top + inner.height * (1 - Math.log10(value / from) / Math.log10(to / from));
  const text = (at, words, more = '') => `<text x="${at[0]}" y="${at[1]}" ${more}>${words}</text>`;
  const parts = [];
  for (const count of SCALES) {
    parts.push(
      `<line x1="${x(count)}" x2="${x(count)}" y1="${MARGIN.top}" y2="${MARGIN.top + inner.height}" class="grid"/>`,
    );
    parts.push(text([x(count), HEIGHT - MARGIN.bottom + 20], number(count), 'text-anchor="middle"'));
  }
  for (const one of series) {
    const left = one.side === 'left';
    for (let tick = one.from; one.name !== undefined && tick <= one.to; tick *= 10) {
      if (left)
        parts.push(
          `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(tick, one)}" y2="${y(tick, one)}" class="grid"/>`,
        );
      const place = [left ? MARGIN.left - 8 : WIDTH - MARGIN.right + 8, y(tick, one) + 4];
      parts.push(text(place, number(tick), `text-anchor="${left ? 'end' : 'start'}" fill="${one.color}"`));
    }
    const points = one.values.map((value, index) => `${x(SCALES[index])},${y(value, one)}`);
    parts.push(
      `<polyline points="${points.join(' ')}" fill="none" stroke="${one.color}" stroke-width="2" stroke-dasharray="${one.dash}"/>`,
    );
    for (const point of points) {
      const [cx, cy] = point.split(',');
      parts.push(`<circle cx="${cx}" cy="${cy}" r="4" fill="${one.color}"/>`);
    }
    if (one.name === undefined) continue;
    parts.push(
      text(
        [left ? MARGIN.left : WIDTH - MARGIN.right, 18],
        one.name,
        `text-anchor="${left ? 'start' : 'end'}" fill="${one.color}"`,
      ),
    );
  }
  parts.push(
    text(
      [MARGIN.left + inner.width / 2, HEIGHT - 10],
      'keywords in the manifests: nothing to change (blue, brown), all to change (purple, yellow)',
      'text-anchor="middle"',
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<title>User time and peak memory of a plan from 1,000 to 1,000,000 keywords, none or all of them changed</title>
<style>.grid { stroke: #d0d7de; stroke-width: 1 }</style>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`;
}

/** Puts a text between the two comments that name its place. */
function fill(page, name, text) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [head, rest] = page.split(begin);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined) throw new Error(`docs/performance.md has no place for ${name}`);
  return `${head}${begin}\n${text}\n${end}${tail}`;
}

const page = new URL('performance.md', DOCS);
const text = await readFile(page, 'utf8');
const tables = { figures: figures(), growth: growth(), runs: runs(), peers: peers() };
await writeFile(
  page,
  Object.entries(tables).reduce((whole, [name, table]) => fill(whole, name, table), text),
);
const svg = chart();
if (svg !== undefined) await writeFile(new URL('performance.svg', DOCS), svg);
