/** Who holds an account's state. Compared field by field: any difference of host facts means another host. */
export interface LockRecord {
  /** Random, one per acquisition: what release and the fencing check compare. */
  readonly id: string;
  /** Rises with every acquisition; a writer whose token is older than the newest must not write. */
  readonly fence: number;
  readonly host: string;
  readonly bootId: string;
  readonly pidNamespace: string;
  readonly pid: number;
  /** Start time of the process in clock ticks since boot, so that a reused pid is recognised. */
  readonly processStart: string;
  readonly user: string;
  readonly command: string;
  /** ISO 8601. */
  readonly since: string;
}
