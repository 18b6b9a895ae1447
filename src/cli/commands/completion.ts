import { defineCommand } from '../define-command.js';
import { SHELLS } from '../shells.js';

export const completion = defineCommand({
  usage: 'completion <shell>',
  summary: 'print the completion script of a shell: bash, zsh, fish or powershell',
  words: SHELLS,
  examples: [
    'source <(adwright completion bash)',
    'adwright completion fish > ~/.config/fish/completions/adwright.fish',
  ],
  load: async () => (await import('../completion-script.js')).completionScript,
});
