import type { Clock, Project, RandomId, StateBackend } from '../../model/index.js';

/** What a backend may use to open the state of one account. */
export interface BackendPorts {
  readonly account: string;
  readonly project: Project;
  /** The lineage that the project names for this account, if it names one. */
  readonly lineage: string | undefined;
  readonly pid: number;
  readonly clock: Clock;
  readonly randomId: RandomId;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A way to keep the state: a folder below `backends/`, and a line in the registry. */
export interface BackendDefinition {
  /** For the help of the project file. */
  readonly title: string;
  /** The setting below `state:` that gives a project a place of its own. */
  readonly placeSetting: string;
  /** A state that nobody gave a key to is found by the folder of the project. */
  readonly findsByFolder: boolean;
  /** Kept in a folder of the machine: in CI it is gone with the job. */
  readonly goesWithMachine: boolean;
  open(ports: BackendPorts): Promise<StateBackend>;
}
