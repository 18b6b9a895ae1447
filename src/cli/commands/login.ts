import { defineCommand, flag } from '../define/define-command.js';

export const login = defineCommand({
  usage: 'login',
  summary: 'check the credentials',
  flags: {
    remember: flag.on('--remember', 'keep the token until it expires, in a file only you can read'),
  },
  examples: ['adwright login --remember'],
  run: async ({ app }, options) => (await import('../../app/runs/account/login.js')).login(app, options),
});
