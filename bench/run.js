// npm run bench [-- --only version,plan] [--rounds 5] [--runs 3]
// Measures each row against its reference, turn by turn within one run, prints the table, writes bench/results/*.json.
// With several runs all rows are measured once before any is measured again, so that each has its share of every hour.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { ROWS } from './rows.js';

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string' }, runs: { type: 'string', default: '1' } },
});
const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !ROWS.some((row) => row.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(`No row ${unknown.join(', ')}; there are ${ROWS.map(({ name }) => name).join(', ')}.`);

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
const MEASURES = ['wall', 'user', 'system', 'cpu', 'peak', 'phase', 'state', 'written', 'records'];

/** Medians of each measure over the rounds. */
function summary(runs) {
  const present = MEASURES.filter((name) => runs[0][name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, Math.round(median(runs.map((run) => run[name])) * 10) / 10]));
}

/** What each side used in each round of one run. */
async function measure(name, source, rounds, isNeeded = () => true) {
  const { run, end } = await source.sides();
  const sides = Object.entries(run).filter(([side]) => isNeeded(side));
  const used = Object.fromEntries(sides.map(([side]) => [side, []]));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [side, once] of sides) used[side].push(await once());
      process.stderr.write(`${name}: round ${round + 1} of ${rounds}\n`);
    }
  } finally {
    await end?.();
  }
  return used;
}

/** One run of a row: both sides. What it shares with other rows is in `shared` once it was measured. */
async function sidesOf(row, rows, shared) {
  const rounds = Number(values.rounds ?? row.rounds ?? 5);
  if (row.from === undefined) return Object.values(await measure(row.name, row, rounds));
  if (!shared.has(row.from)) {
    const sharing = rows.filter(({ from }) => from === row.from);
    const needed = new Set(sharing.flatMap(({ of }) => of));
    const name = sharing.map((one) => one.name).join(',');
    shared.set(row.from, await measure(name, row.from, rounds, (side) => needed.has(side)));
  }
  return row.of.map((side) => shared.get(row.from)[side]);
}

/** The result of a row over all its runs. */
function resultOf(row, runs) {
  const value = row.value ?? 'wall';
  const compared = runs[0].length > 1 && row.reference !== undefined;
  const perRun = compared ? runs.map(([own, other]) => own.map((one, at) => one[value] / other[at][value])) : [];
  const ratios = perRun.flat();
  const sides = runs[0].map((_, side) => summary(runs.flatMap((run) => run[side])));
  return {
    name: row.name,
    figure: row.figure,
    ...(row.reference !== undefined && { reference: row.reference }),
    ...(compared && {
      ratio: round(median(ratios)),
      runs: perRun.map((of) => round(median(of))),
      ratios: ratios.map(round),
      ...(row.goal !== undefined && {
        goal: row.goal,
        held: ratios.filter((ratio) => ratio <= row.goal).length,
      }),
    }),
    rounds: runs.reduce((sum, [own]) => sum + own.length, 0),
    checks: (row.checks?.(sides) ?? []).map((check) => ({
      ...check,
      value: round(check.value),
      met: check.value <= check.most,
    })),
    sides,
    machine: { node: process.version, cores: cpus().length, model: cpus()[0]?.model },
    at: new Date().toISOString(),
  };
}

const round = (number) => Math.round(number * 1000) / 1000;
const pad = (text, width) => String(text).padEnd(width);

function print(results) {
  const lines = [
    [
      pad('row', 14),
      pad('wall ms', 18),
      pad('user ms', 18),
      pad('peak MB', 14),
      pad('ratio', 8),
      pad('goal', 8),
      'held',
    ],
  ];
  for (const { name, sides, ratio, goal, held, rounds, checks } of results) {
    const both = (measure) => sides.map((side) => Math.round(side[measure])).join(' / ');
    const ratioText = ratio === undefined ? '' : ratio.toFixed(ratio < 1 ? 3 : 2);
    lines.push([
      pad(name, 14),
      pad(both(sides[0].phase === undefined ? 'wall' : 'phase'), 18),
      pad(both('user'), 18),
      pad(both('peak'), 14),
      pad(ratioText, 8),
      pad(goal === undefined ? '' : `≤ ${goal}`, 8),
      held === undefined ? '' : `${held} of ${rounds}`,
    ]);
    for (const { what, value, most, met } of checks)
      lines.push([`  ${what}: ${value} (≤ ${most})${met ? '' : '  NOT MET'}`]);
  }
  process.stdout.write(`${lines.map((line) => line.join(' ').trimEnd()).join('\n')}\n`);
}

const folder = new URL('results/', import.meta.url);
await mkdir(folder, { recursive: true });
const measured = new Map();
const rows = ROWS.filter(({ name }) => wanted?.includes(name) ?? true);
for (let run = 0; run < Number(values.runs); run++) {
  const shared = new Map();
  for (const row of rows) {
    const missing = row.missing?.();
    if (missing !== undefined) {
      process.stderr.write(`${row.name}: skipped, ${missing}\n`);
      continue;
    }
    const runs = [...(measured.get(row) ?? []), await sidesOf(row, rows, shared)];
    measured.set(row, runs);
    await writeFile(new URL(`${row.name}.json`, folder), `${JSON.stringify(resultOf(row, runs), null, 2)}\n`);
  }
}
print([...measured].map(([row, runs]) => resultOf(row, runs)));
