import type { BackendDefinition } from '../backend-definition.js';

export const git: BackendDefinition = {
  title: 'refs of a git remote',
  placeSetting: 'key',
  findsByFolder: true,
  goesWithMachine: false,
  async open({ account, project: { root, state }, lineage, pid, clock, randomId, environment }) {
    const { gitBackend, projectKey } = await import('./keyed-git.js');
    const key = state.key ?? (await projectKey(root, environment));
    // A key that is named is a place of its own: what an earlier version kept is then looked at only for its lineage.
    const earlier = lineage === undefined && state.key !== undefined ? undefined : { lineage };
    const place = { root, remote: state.remote, key, environment };
    return gitBackend({ account, pid, clock, randomId, ...place, ...(earlier !== undefined && { earlier }) });
  },
};
