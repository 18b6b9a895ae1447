import { defineCommand } from '../define-command.js';

export const completion = defineCommand({
  usage: 'completion <shell>',
  summary: 'print the completion script of a shell: bash, zsh, fish or powershell',
  words: ['bash', 'zsh', 'fish', 'powershell'],
  examples: [
    'source <(adwright completion bash)',
    'adwright completion fish > ~/.config/fish/completions/adwright.fish',
  ],
  load: async () => (await import('../completion-script.js')).completionScript,
});
