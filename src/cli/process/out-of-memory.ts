/** Share of the heap's limit from which its end is watched for: few runs ever come near it. */
const WATCHED_FROM = 0.4;
/** A heap whose limit is below this fills within one file, with no moment to look in between. */
const SMALL_HEAP = 384 * 1024 * 1024;
const POLL_MILLISECONDS = 50;

/**
 * Calls `end` when the heap has no room left, in place of V8's own abort, which prints a stack and no document. Only a
 * debugger is asked before that abort, and it gets room to say something: so one of our own is attached, in this same
 * thread. It costs a tenth of a second, which only a run that has used much of its memory pays.
 */
export function beforeOutOfMemory(end: () => void): void {
  const { getHeapStatistics } = process.getBuiltinModule('node:v8');
  const near = () => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    return limit < SMALL_HEAP || used > limit * WATCHED_FROM;
  };
  if (near()) return attach(end);
  const poll = setInterval(() => {
    if (!near()) return;
    clearInterval(poll);
    attach(end);
  }, POLL_MILLISECONDS);
  poll.unref();
}

function attach(end: () => void): void {
  try {
    const { Session } = process.getBuiltinModule('node:inspector');
    const session = new Session();
    session.connect();
    session.on('Debugger.paused', ({ params }) => {
      if (params.reason === 'OOM') end();
    });
    session.post('Debugger.enable');
  } catch {
    // A Node that was built without a debugger aborts as it always did.
  }
}
