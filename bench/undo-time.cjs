// Loaded into an apply: how many milliseconds pass from the opening of its undo file until that file has its name.
const promises = require('node:fs/promises');
const { syncBuiltinESMExports } = require('node:module');
const { performance } = require('node:perf_hooks');

const isUndo = (path) => String(path).includes('/.adwright/undo/');
const { open, rename } = promises;
let began;

promises.open = (path, ...rest) => {
  if (isUndo(path)) began ??= performance.now();
  return open(path, ...rest);
};
promises.rename = async (from, to) => {
  await rename(from, to);
  if (isUndo(to)) globalThis.benchUndo = performance.now() - began;
};
syncBuiltinESMExports();
