import { defineCommand, flag } from '../define/define-command.js';
import { WRITE } from '../define/shared-flags.js';

export const set = defineCommand({
  usage: 'set <assignment...>',
  summary: 'change a field of many entries: FIELD=VALUE, FIELD*=N or FIELD+=N',
  flags: {
    target: flag.requiredList('--target <address...>', 'these entries (repeatable; `*` is any text)'),
    where: flag.each('--where <field=value>', 'only entries with this value (repeatable: all must match)'),
    word: flag.each('--word <text>', 'only keywords with this word (repeatable: one must match)'),
    write: WRITE,
  },
  examples: [
    "adwright set 'price*=1.1' --target 'keyword/*' --where matchType=exact",
    "adwright set status=pause --target 'keyword/*' --word 女鞋 --write",
  ],
  run: async ({ app }, options) => (await import('../../app/runs/manifests/set.js')).set(app, options),
});
