import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  // The creative's group comes along; no other keyword is even read.
  { name: '1-creative', args: ['--target', 'rich-creative/winter/*', 'keyword/80001002'] },
  { name: '2-pattern', args: ['--target', 'group/autumn-*', '--target', 'keyword/*'] },
  { name: '3-the-rest' },
];
