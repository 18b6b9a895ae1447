/** The paths of the tag list in the order to try them: as set, and without its first segment (both are documented). */
export function listPaths(tagListPath: string): string[] {
  const shorter = tagListPath.replace(/^\/[^/]+/, '');
  return shorter === '' || shorter === '/' || shorter === tagListPath ? [tagListPath] : [tagListPath, shorter];
}
