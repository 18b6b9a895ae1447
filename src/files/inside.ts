import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is the folder itself or something below it. Both are absolute; links are not followed. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && !isAbsolute(way));
}
