import { RootCommand } from '@bomb.sh/tab';
import { type Outcome, result } from '../../app/outcome.js';
import { usageFailure } from '../../diagnostics/failure.js';
import { printed } from '../define/printed.js';
import { SHELLS } from './shells.js';

/** Prints the script that a shell reads at its start; from then on the shell asks `adwright complete -- WORDS`. */
export async function completionScript(shell: string): Promise<Outcome> {
  if (!SHELLS.some((one) => one === shell))
    throw usageFailure(`completion supports ${SHELLS.join(', ')}; not ${shell}.`);
  const script = printed(() => new RootCommand().setup('adwright', 'adwright', shell))
    .join('\n')
    .trimEnd();
  return result(script, { formatVersion: '1.0', shell, script });
}
