/** The shells that there is a completion script for. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
