import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLoginMemory } from '../../api/index.js';
import { kinds } from '../../kinds/registry.js';
import type { AccountSettings, Clock, ImageValue, Plan, ProjectFiles, Value } from '../../model/index.js';
import { EMPTY_BASELINE, isImageValue, markBits, STATE_FORMAT } from '../../model/index.js';
import { createFile } from '../../state/machine/durable-files.js';
import type { AppPorts } from '../ports.js';
import { openBackend } from '../state/backend.js';
import { withLock } from '../state/locking.js';
import type { Workspace } from '../workspace/workspace.js';
import type { Seed } from './seed.js';

const LOCK_SECONDS = 5;
const NO_PACE = 1000;

/** A project in a temporary folder, with states of its own: nothing of it is the project that the plan is of. */
export class DrillPlace {
  private constructor(
    readonly folder: string,
    readonly app: AppPorts,
    readonly clock: DrillClock,
    readonly account: AccountSettings,
  ) {}

  static async make(outer: AppPorts, account: AccountSettings): Promise<DrillPlace> {
    const folder = await mkdtemp(join(tmpdir(), 'adwright-drill-'));
    const clock = new DrillClock(outer.clock);
    const app: AppPorts = {
      env: {},
      folder,
      clock,
      randomId: outer.randomId,
      // A run is ended by the drill, and not by its user.
      signal: new AbortController().signal,
      user: outer.user,
      commandLine: outer.commandLine,
      pid: outer.pid,
      userFolders: async () => ({ config: join(folder, 'config'), data: join(folder, 'data') }),
      logins: createLoginMemory(),
      say: async () => false,
      warn: async () => undefined,
      progress: () => undefined,
      isDrill: true,
      wantsText: false,
    };
    const own: AccountSettings = {
      ...account,
      baseUrl: 'sandbox',
      guardrails: {},
      limits: { ...account.limits, requestsPerSecond: NO_PACE, quotaFloor: 0 },
      lineage: outer.randomId(8),
    };
    return new DrillPlace(folder, app, clock, own);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  /** The images that the plan sends, as they were when it was made. */
  async takeImages(seed: Seed, files: ProjectFiles): Promise<void> {
    const taken = new Set<string>();
    for (const { desired } of seed.graph.resources.values()) {
      for (const { file, sha256 } of imagesIn(desired)) {
        if (taken.has(file)) continue;
        taken.add(file);
        const bytes = Buffer.from(await files.readBase64(file, sha256), 'base64');
        const copy = join(this.folder, file);
        await mkdir(dirname(copy), { recursive: true });
        await createFile(copy, [bytes]);
      }
    }
  }

  /** The workspace whose state is in the folder of this name. */
  workspace(state: string): Workspace {
    const { account } = this;
    return {
      account,
      project: {
        root: this.folder,
        accounts: new Map([[account.name, account]]),
        state: { backend: 'file', own: { path: state }, lockTimeoutSeconds: LOCK_SECONDS },
      },
      diagnostics: [],
    };
  }

  /** What a machine remembers of states goes with each of them. */
  ports(state: string): AppPorts {
    const user = { config: this.app.folder ?? '', data: join(this.folder, state, 'machine') };
    return { ...this.app, userFolders: async () => user };
  }

  /** A state as it was before the plan. */
  async begin(state: string, seed: Seed, { uid }: Plan): Promise<void> {
    const { account } = this;
    const workspace = this.workspace(state);
    const backend = await openBackend(this.ports(state), workspace);
    await withLock(this.app, workspace, backend, (held) =>
      backend.write(
        held,
        {
          format: STATE_FORMAT,
          lineage: account.lineage ?? '',
          serial: 1,
          account: account.name,
          uid,
          sequence: 0,
          bits: markBits(kinds),
          entries: seed.entries,
        },
        EMPTY_BASELINE,
        undefined,
      ),
    );
  }

  copy(state: string, into: string): Promise<void> {
    return cp(join(this.folder, state), join(this.folder, into), { recursive: true });
  }

  forget(...states: readonly string[]): Promise<unknown> {
    return Promise.all(states.map((one) => rm(join(this.folder, one), { recursive: true, force: true })));
  }
}

/** Waits take no time, and it is later after them. */
export class DrillClock implements Clock {
  #later = 0;

  constructor(readonly real: Clock) {}

  now(): Date {
    return new Date(this.real.now().getTime() + this.#later);
  }

  async sleep(milliseconds: number): Promise<void> {
    this.#later += milliseconds;
  }
}

function* imagesIn(value: Value | Readonly<Record<string, Value>>): Generator<ImageValue> {
  if (typeof value === 'string') return;
  if (isImageValue(value)) yield value;
  else for (const inner of Object.values<Value>(value)) yield* imagesIn(inner);
}
