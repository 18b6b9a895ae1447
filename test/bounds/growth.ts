import { expect } from 'vitest';
import { cpuTime } from '../support/cpu-time.js';

/** Prepares an input of a size; what it returns is measured. */
export type Subject = (size: number) => (() => unknown) | Promise<() => unknown>;

/** CPU milliseconds for an input of a size, the least of a few tries. */
async function cost(subject: Subject, size: number, tries: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries; n++) {
    const work = await subject(size);
    const before = cpuTime();
    await work();
    least = Math.min(least, cpuTime() - before);
  }
  return least;
}

/** What is shorter than this is noise. */
const NOISE = 20;
/** Four times the input costs four to five times as much where it grows as n or n log n, and sixteen times where it is squared. */
const MOST = 9;

/** Asserts that the time for an input grows no faster than n log n: it compares a size with four times that size. */
export async function growsGently(subject: Subject, size: number): Promise<void> {
  let ratio = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && ratio > MOST; round++) {
    const one = Math.max(NOISE, await cost(subject, size, 2));
    ratio = Math.min(ratio, (await cost(subject, 4 * size, 1)) / one);
  }
  expect(ratio).toBeLessThanOrEqual(MOST);
}

/** The same as a row of figures, for people: milliseconds for 1, 2, 4 and 8 times the size. */
export async function growthRow(name: string, subject: Subject, size: number): Promise<string> {
  const cells: string[] = [];
  for (const times of [1, 2, 4, 8]) cells.push((await cost(subject, times * size, 2)).toFixed(0));
  return `| ${name} | ${size} | ${cells.join(' | ')} |`;
}
