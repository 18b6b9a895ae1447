import { SHELLS } from '../completion/shells.js';
import { defineCommand } from '../define/define-command.js';

export const completion = defineCommand({
  usage: 'completion <shell>',
  summary: 'print the completion script of a shell: bash, zsh, fish or powershell',
  words: SHELLS,
  examples: [
    'source <(adwright completion bash)',
    'adwright completion fish > ~/.config/fish/completions/adwright.fish',
  ],
  run: async (_context, { shell }) => (await import('../completion/completion-script.js')).completionScript(shell),
});
