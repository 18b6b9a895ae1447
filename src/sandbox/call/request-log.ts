import { createHash } from 'node:crypto';
import { type EndpointName, maskNamedSecrets } from '../../contract/index.js';
import type { RecordChange } from '../account/records.js';
import type { FaultKind } from '../settings/fault-schema.js';
import type { Fields } from './call.js';

/** One request as received, and its result. Secrets are masked, images are digests. */
export interface LogEntry {
  readonly number: number;
  /** ISO 8601, by the sandbox's clock. */
  readonly time: string;
  readonly operation: EndpointName;
  readonly method: string;
  readonly path: string;
  /** Form fields (or query parameters), decoded once. */
  readonly fields: Readonly<Record<string, string>>;
  /** What a strict sandbox would have refused. */
  remarks?: string[];
  fault?: FaultKind;
  /** Absent while the request is not answered. */
  status?: number;
  milliseconds?: number;
  /** `groups/910001`: made by this request. */
  readonly created: string[];
  /** Changed by this request. */
  readonly changed: string[];
}

const BASE64_RUN = /[A-Za-z0-9+/]{256,}={0,2}/g;
const SHOWN_TABLES = ['groups', 'keywords', 'creatives', 'apps', 'tasks', 'pictures'];

export class RequestLog {
  readonly #entries: LogEntry[] = [];
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  begin(time: Date, operation: EndpointName, method: string, path: string, fields: Fields): LogEntry {
    this.#count += 1;
    const entry: LogEntry = {
      number: this.#count,
      time: time.toISOString(),
      operation,
      method,
      path,
      fields: Object.fromEntries([...fields].map(([name, text]) => [name, shown(name, text)])),
      created: [],
      changed: [],
    };
    this.#entries.push(entry);
    if (this.#entries.length > this.#most) this.#entries.shift();
    return entry;
  }

  /** Entries after the given number, oldest first. */
  list(since = 0): readonly LogEntry[] {
    return this.#entries.filter((entry) => entry.number > since);
  }

  clear(): void {
    this.#entries.length = 0;
  }
}

/** Notes a change; `isNew` says whether the record was made by it. */
export function noteChange(entry: LogEntry, [table, id]: RecordChange, isNew: boolean): void {
  if (SHOWN_TABLES.includes(table)) (isNew ? entry.created : entry.changed).push(`${table}/${id}`);
}

export function noteRemark(entry: LogEntry, text: string): void {
  entry.remarks ??= [];
  if (!entry.remarks.includes(text)) entry.remarks.push(text);
}

function shown(name: string, text: string): string {
  if (maskNamedSecrets(`${name}=x`) !== `${name}=x`) return '***';
  return maskNamedSecrets(text).replace(BASE64_RUN, (run) => {
    const digest = createHash('sha256').update(run).digest('hex').slice(0, 12);
    return `<base64 ${run.length} ${digest}>`;
  });
}
