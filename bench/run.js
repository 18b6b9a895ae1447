// npm run bench [-- --only version,plan] [-- --rounds 5]
// Measures each row against its reference, turn by turn within one run, prints the table, writes bench/results/*.json.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { ROWS } from './rows.js';

const { values } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string' } } });
const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !ROWS.some((row) => row.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(`No row ${unknown.join(', ')}; there are ${ROWS.map(({ name }) => name).join(', ')}.`);

const median = (numbers) => [...numbers].sort((a, b) => a - b)[(numbers.length - 1) >> 1];
const MEASURES = ['wall', 'user', 'system', 'cpu', 'peak', 'phase', 'state', 'written', 'records'];

/** Medians of each measure over the rounds. */
function summary(runs) {
  const present = MEASURES.filter((name) => runs[0][name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, Math.round(median(runs.map((run) => run[name])) * 10) / 10]));
}

async function measure(row) {
  const rounds = Number(values.rounds ?? row.rounds ?? 5);
  const { run, end } = await row.sides();
  const runs = run.map(() => []);
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [side, once] of run.entries()) runs[side].push(await once());
      process.stderr.write(`${row.name}: round ${round + 1} of ${rounds}\n`);
    }
  } finally {
    await end?.();
  }
  const sides = runs.map(summary);
  const value = row.value ?? 'wall';
  const ratios =
    runs[1] === undefined || row.reference === undefined
      ? []
      : runs[0].map((one, round) => one[value] / runs[1][round][value]);
  return {
    name: row.name,
    figure: row.figure,
    ...(row.reference !== undefined && { reference: row.reference }),
    ...(ratios.length > 0 && {
      ratio: round(median(ratios)),
      ratios: ratios.map(round),
      ...(row.goal !== undefined && {
        goal: row.goal,
        held: ratios.filter((ratio) => ratio <= row.goal).length,
      }),
    }),
    rounds,
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

const results = [];
for (const row of ROWS) {
  if (wanted !== undefined && !wanted.includes(row.name)) continue;
  const missing = row.missing?.();
  if (missing !== undefined) {
    process.stderr.write(`${row.name}: skipped, ${missing}\n`);
    continue;
  }
  const result = await measure(row);
  results.push(result);
  const folder = new URL('results/', import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${row.name}.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
}
print(results);
