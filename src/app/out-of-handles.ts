/** Whether the process, or the system, may open no further file: what any place of ours says then is not about that place. */
export function isOutOfHandles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[MN]FILE$/.test(String(error.code));
}
