/** What a version of a state holds, in the form of a Terraform state: GitLab reads its serial, and nothing else of it. */
export interface StateVersion {
  readonly serial: number;
  /** Of a blob: its digest. */
  readonly digest: string | undefined;
  readonly bytes: Buffer;
}

export function versionDocument(serial: number, bytes: Uint8Array, digest?: string): object {
  return {
    ...{ version: 4, serial, lineage: 'adwright', outputs: {}, resources: [] },
    ...(digest !== undefined && { digest }),
    adwright: Buffer.from(bytes).toString('base64'),
  };
}

/** Undefined where it is not one of ours. */
export function readVersion(body: Uint8Array): StateVersion | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('serial' in value) || !('adwright' in value)) return undefined;
  const { serial, adwright } = value;
  if (typeof serial !== 'number' || typeof adwright !== 'string') return undefined;
  const digest = 'digest' in value && typeof value.digest === 'string' ? value.digest : undefined;
  return { serial, digest, bytes: Buffer.from(adwright, 'base64') };
}

const LARGEST = 2 ** 31 - 1;

/** The serials that a blob may have, the first one that is free counts: a serial is a number of 31 bits. */
export function serialsOf(digest: string): readonly number[] {
  const parts = digest.match(/.{8}/gu) ?? [];
  return [...new Set(parts.map((hex) => (Number.parseInt(hex, 16) % LARGEST) + 1))];
}
