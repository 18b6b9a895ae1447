import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import type { BackendPorts } from '../backend-definition.js';
import { projectKey } from './project-key.js';

/** The key that the project file names, or the project's folder within its repository; a store needs no repository. */
export async function keyOfProject({ project: { root, state }, environment }: BackendPorts): Promise<string> {
  const named = state.own['key'];
  if (named !== undefined) return named;
  try {
    return await projectKey(root, environment);
  } catch (error) {
    if (!(error instanceof Failure) || error.diagnostics.some(({ code }) => code !== 'state-remote-failed'))
      throw error;
    const detail = `By default the key of the state is the project's folder within its git repository, and that could not be found out (${error.message}) Name a key.`;
    throw new Failure([diagnostic('state-key-unusable', { detail })]);
  }
}
