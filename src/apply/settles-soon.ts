/** A disk or a store that is well takes far less. */
const PATIENCE_MS = 10_000;
/** Runners of CI wait a few seconds between the signal that asks a run to stop and the one that ends it. */
const AFTER_STOP_MS = 2_000;

/** Whether the work ends, well or not, before those who wait for it may lose their patience. */
export async function settlesSoon(work: Promise<unknown>, stop: AbortSignal | undefined): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  let onStop = () => {};
  const late = new Promise<boolean>((resolve) => {
    const within = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(resolve, milliseconds, false);
    };
    within(stop?.aborted === true ? AFTER_STOP_MS : PATIENCE_MS);
    onStop = () => within(AFTER_STOP_MS);
  });
  stop?.addEventListener('abort', onStop);
  const settled = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  }
}
