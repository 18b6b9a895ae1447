import { onTestFinished } from 'vitest';
import { createClient } from '../../src/api/index.js';
import type { CreateItem, ImageValue, KindPorts, Limits, Value } from '../../src/model/index.js';
import { DEFAULT_LIMITS } from '../../src/model/index.js';
import type { Transport } from '../../src/model/ports/transport.js';

export const NOW = '2024-05-10T02:00:00.000Z';

export interface Sent {
  readonly path: string;
  /** Form fields, decoded. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface TestPorts extends KindPorts {
  readonly sent: readonly Sent[];
}

/** Ports with the real client over a transport that answers JSON from a list, in order; the last one is repeated. */
export function kindPorts(answers: readonly unknown[] = [{}], limits: Partial<Limits> = {}): TestPorts {
  const sent: Sent[] = [];
  const transport: Transport = {
    async send({ path, body }) {
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      sent.push({ path, fields: Object.fromEntries(new URLSearchParams(Buffer.from(body ?? []).toString('utf8'))) });
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
      return { status: 200, headers: {}, body: Buffer.from(text) };
    },
    close: async () => undefined,
  };
  const service = createClient({
    baseUrl: 'http://service.test',
    credentials: { apiKey: 'k', accessToken: 't' },
    limits: { ...limits, requestsPerSecond: 0 },
    transport,
  });
  onTestFinished(() => service.close());
  return {
    service,
    sent,
    files: { readBase64: async (_file, sha256) => `base64-of-${sha256}` },
    limits: { ...DEFAULT_LIMITS, ...limits },
    timeZone: 'Asia/Shanghai',
    now: () => NOW,
  };
}

export function image(sha256: string, bytes = 1000): ImageValue {
  return { file: `${sha256}.png`, type: 'png', width: '10', height: '10', bytes: String(bytes), sha256 };
}

/** A creative of a group; equal `mark`s are equal contents. */
export function creative(group: string, key: string, mark: string, status = 'enable', file?: ImageValue): CreateItem {
  const item: Value = { text: mark, url: 'https://a.example.com', ...(file !== undefined && { image: file }) };
  return {
    address: `rich-creative/g${group}/${key}`,
    desired: { content: [item], status },
    parentId: group,
  };
}
