import { keyFault, remoteFault } from '../../../model/index.js';
import { optional, text } from '../../../model/kind/schema-types.js';
import type { BackendDefinition } from '../backend-definition.js';

const DEFAULT_REMOTE = 'origin';

export const git: BackendDefinition = {
  title: 'refs of a git remote',
  settings: {
    remote: optional(text({ title: 'remote', description: 'Of the git backend.', default: DEFAULT_REMOTE })),
    key: optional(
      text({
        title: 'key',
        description:
          "Which project it is, for every backend but `file`: a part of the names of refs, rows, objects and states. By default the project's folder within the repository, `_root` at its top.",
        examples: ['teams/shoes'],
      }),
    ),
  },
  check: ({ remote, key }) => {
    const ofRemote = remote === undefined ? undefined : remoteFault(remote);
    const ofKey = key === undefined ? undefined : keyFault(key);
    return [
      ...(ofRemote === undefined ? [] : [{ setting: 'remote', code: 'bad-setting', fault: ofRemote } as const]),
      ...(ofKey === undefined ? [] : [{ setting: 'key', code: 'state-key-unusable', fault: ofKey } as const]),
    ];
  },
  placeSetting: 'key',
  findsByFolder: true,
  goesWithMachine: false,
  async open({ account, project: { root, state }, lineage, pid, clock, randomId, environment }) {
    const { gitBackend, projectKey } = await import('./keyed-git.js');
    const { key = await projectKey(root, environment), remote = DEFAULT_REMOTE } = state.own;
    // A key that is named is a place of its own: what an earlier version kept is then looked at only for its lineage.
    const earlier = lineage === undefined && state.own['key'] !== undefined ? undefined : { lineage };
    const place = { root, remote, key, environment };
    return gitBackend({ account, pid, clock, randomId, ...place, ...(earlier !== undefined && { earlier }) });
  },
};
