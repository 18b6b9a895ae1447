/** Commands in which a long list may keep thousands of short-lived objects under way at any moment. */
const BUSY: ReadonlySet<string> = new Set(['plan', 'apply']);

/**
 * Lets the part of the heap that holds new objects grow to its full size at once. Grown step by step it is too small
 * for a while, and V8 comes to believe that such objects live long: it makes them in the other part, where they cost more
 * memory and a tenth of the time. To be said before much was allocated; short commands are better off without it.
 */
export function growYoungHeap(argv: readonly string[]): void {
  if (!argv.some((word) => BUSY.has(word))) return;
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=16');
}

/** Commands that go through much and keep little of it at a time: `pull` makes a long plan and edits files, `report` packs its rows. */
const LEAN: ReadonlySet<string> = new Set(['pull', 'report']);

/**
 * Lets the heap grow by less before V8 looks for what is no longer used. What such a command keeps is small; by default V8
 * lets three times as much of what it dropped lie next to it, for a gain of a few per cent of time.
 */
export function keepHeapLean(argv: readonly string[]): void {
  if (!argv.some((word) => LEAN.has(word))) return;
  process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=80');
}
