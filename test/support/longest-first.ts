import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Without times of an earlier run, Vitest begins with the largest files. These take longer than their size says: they wait
 * for git and for other processes. One of them begun last keeps one core busy for half a minute while the other has nothing
 * left to do. A name that no longer fits costs only that.
 */
const LONG = [
  'cases/whose-state',
  'cases/backends',
  'state/git-backend',
  'faults/writes',
  'cli/accounts',
  'crash/crash',
  'cases/stores',
  'cli/endings',
  'state/git-remote',
  'faults/reads',
  'scenarios/scenarios',
  'cli/older-state',
  'editors/language-server',
  'crash/journal',
  'ci/github-jobs',
  'ci/pull-request',
  'concurrency/',
  'ci/several-accounts',
  'bounds/growth',
  'state/stores',
  'crash/',
  'state/git-',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const name = relative(`${this.ctx.config.root}/test`, file.moduleId);
      const at = LONG.findIndex((start) => name.startsWith(start));
      return at === -1 ? LONG.length : at;
    };
    const sorted = await super.sort(files);
    return sorted
      .map((file) => ({ file, rank: rank(file) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ file }) => file);
  }
}
