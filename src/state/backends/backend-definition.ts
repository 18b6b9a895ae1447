import type { TSchema } from '@sinclair/typebox';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Clock, OwnSettings, Project, RandomId, StateBackend, Transport } from '../../model/index.js';

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
  /** What a place on the network needs. */
  readonly network: NetworkPorts;
}

/** How a store on the network is reached, and what may be said of it. */
export interface NetworkPorts {
  /** Requests to one origin, by the proxy and the certificates of the environment. */
  connect(origin: URL): Promise<Transport>;
  /**
   * A `Failure` where this address may not be used: plain http, or a host that may not get credentials. `isOwnWord`: it comes
   * from the environment, which no branch can change.
   */
  allow(address: URL, use: { readonly isOwnWord: boolean; readonly getsCredentials: boolean }): void;
  /** Takes secrets out of any text. */
  masker(secrets: readonly (string | undefined)[]): (text: string) => string;
}

/** What is wrong with a setting; `fault` follows its value in a sentence. */
export interface SettingFault {
  readonly setting: string;
  readonly code: DiagnosticCode;
  readonly fault: string;
}

/** A way to keep the state: a folder below `backends/`, and a line in the registry. */
export interface BackendDefinition {
  /** For the help of the project file. */
  readonly title: string;
  /** Its own settings below `state:`, each optional and a text; no two backends have one of the same name. */
  readonly settings: Readonly<Record<string, TSchema>>;
  /** What the schemas of its settings cannot state. Called whichever backend is in use. */
  check(settings: OwnSettings): readonly SettingFault[];
  /** The setting that gives a project a place of its own. */
  readonly placeSetting: string;
  /** A state that no one gave a key to is found by the folder of the project. */
  readonly findsByFolder: boolean;
  /** Kept in a folder of the machine: in CI it is gone with the job. */
  readonly goesWithMachine: boolean;
  open(ports: BackendPorts): Promise<StateBackend>;
}
