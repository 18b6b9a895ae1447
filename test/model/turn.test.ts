import { describe, expect, it } from 'vitest';
import { createTurn } from '../../src/model/ports/turn.js';

describe('turns of the event loop', () => {
  const turn = createTurn();

  it('come one by one, in the order in which they were asked for, with room for others in between', async () => {
    const seen: string[] = [];
    const piece = async (name: string) => {
      await turn();
      seen.push(name);
      setImmediate(() => seen.push(`behind ${name}`));
    };
    await Promise.all([piece('a'), piece('b'), piece('c')]);
    expect(seen).toEqual(['a', 'behind a', 'b', 'behind b', 'c']);
  });

  it('are there for callers that ask after all others are done', async () => {
    await turn();
    await turn();
    await expect(Promise.all([turn(), turn()])).resolves.toHaveLength(2);
  });
});
