import type { EndpointName } from '../../contract/index.js';
import type { CallProblem } from '../../model/ports/ports.js';

/** What the client does, for a debug log. Secrets are masked; bodies are never part of it. */
export type ClientEvent =
  | {
      readonly type: 'call';
      readonly endpoint: EndpointName;
      readonly path: string;
      /** From 1; more than 1 is a repeat. */
      readonly attempt: number;
      readonly requestBytes: number;
      /** Absent where no reply came. */
      readonly status?: number;
      readonly replyBytes?: number;
      readonly milliseconds: number;
      readonly problem?: CallProblem;
      readonly message?: string;
      readonly quotaRemaining?: number;
    }
  | { readonly type: 'wait'; readonly seconds: number; readonly reason: string };
