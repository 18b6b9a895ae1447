import { expect, it } from 'vitest';
import { pictureFields } from '../../../src/kinds/picture/schema.js';
import { loadText } from '../../manifest/support.js';

it('a picture manages its tags, repeats merged', async () => {
  const { found, resource } = await loadText('pictures:\n  - id: "33445"\n    tags: [夏季, 主图, 夏季, 2024]\n');
  expect(found).toEqual(['ads/a.yaml:4:20 repeated-text']);
  expect(resource('picture/33445')).toMatchObject({ id: '33445', desired: { tags: ['夏季', '主图', '2024'] } });
});

it('a picture may lose all its tags, but not say nothing about them', async () => {
  expect((await loadText('pictures: [{id: 1, tags: []}]\n')).errors).toEqual([]);
  expect((await loadText('pictures: [{id: 1}]\n')).errors).toEqual(['ads/a.yaml:2:12 missing-key']);
  expect((await loadText('pictures: [{id: 1, tags: [""]}]\n')).errors).toEqual(['ads/a.yaml:2:27 too-short']);
});

it('tags are a set that can be read and changed', () => {
  expect(pictureFields).toMatchObject({ tags: { type: 'text-set', change: 'mutable', readable: true } });
});
