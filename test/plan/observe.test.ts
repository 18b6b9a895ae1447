import { describe, expect, it } from 'vitest';
import type { Kind, ObserveTarget, Resource } from '../../src/model/index.js';
import { observe } from '../../src/plan/observe/observe.js';
import { PriorEntries } from '../../src/plan/prior/learnt.js';
import { kindPorts } from '../kinds/support.js';
import { app, applied, doubtful, group, heldResources, keyword, kinds, picture, state } from './support.js';

/** What each kind is asked for. */
async function targets(resources: readonly Resource[], entries: Parameters<typeof state>[0] = []) {
  const asked: Record<string, readonly ObserveTarget[]> = {};
  const recording = {
    all: kinds.all.map((kind): Kind => {
      if (kind.observe === undefined) return kind;
      const { observeRows, ...rest } = kind;
      return {
        ...rest,
        async *observe(list) {
          asked[kind.name] = list;
          yield { found: [], missing: [] };
        },
        ...(observeRows !== undefined && {
          async *observeRows(pages) {
            for await (const page of pages) asked[kind.name] = [...(asked[kind.name] ?? []), ...page];
            yield { found: [], missing: [] };
          },
        }),
      };
    }),
    get: (name: string) => kinds.get(name),
  };
  for await (const _ of observe(
    heldResources(resources),
    new PriorEntries(state(entries).entries),
    recording,
    kindPorts(),
  ));
  return asked;
}

describe('what is looked for', () => {
  it('is everything readable that the manifests name, and nothing else', async () => {
    const asked = await targets([group('a'), keyword('5', { price: '1' }), picture('3', []), app('x')]);
    expect(Object.keys(asked).sort()).toEqual(['app', 'keyword', 'picture']);
    expect(asked['app']).toEqual([expect.objectContaining({ address: 'app/x', desired: app('x').desired })]);
  });

  it.each<[string, Parameters<typeof app>[2], Parameters<typeof state>[0], Partial<ObserveTarget>]>([
    ['a known id', {}, [applied(app('x'), '7')], { id: '7' }],
    ['evidence since the sending', {}, [doubtful(app('x'))], { since: '2024-05-10T01:00:00.000Z' }],
    ['the id in the manifest before any evidence', { id: '9' }, [doubtful(app('x'))], { id: '9' }],
    ['the id of the state before the manifest’s', { id: '9' }, [applied(app('x'), '7')], { id: '7' }],
  ])('an app by %s', async (_, parts, entries, expected) => {
    const [target] = (await targets([app('x', {}, parts)], entries))['app'] ?? [];
    expect(target).toMatchObject(expected);
    expect('since' in (target ?? {})).toBe('since' in expected);
  });

  it('is what only the state has too, where ids are given: else it would pass for someone else’s', async () => {
    const asked = await targets(
      [app('x')],
      [applied(app('old'), '7'), applied(group('g'), '1'), applied(picture('3', []), '3')],
    );
    expect(asked['app']?.map(({ address }) => address)).toEqual(['app/x', 'app/old']);
    expect(asked['picture']).toBeUndefined();
  });
});
