import { apply, Failure, plan, validate } from '../../src/index.js';

export async function deploy(folder: string, env: Record<string, string | undefined>): Promise<string> {
  const project = { folder, env, user: 'deploy-bot', onRemark: (text: string) => console.error(text) };
  try {
    const { diagnostics } = await validate(project);
    if (diagnostics.some((one) => one.severity === 'error')) return `not valid: ${diagnostics[0]?.summary}`;

    const preview = await plan({ ...project, failOn: ['guardrail'] });
    if (preview.meaning === 'done') return 'nothing to do';
    if (preview.meaning !== 'changes') return `needs a person: ${preview.meaning}\n${preview.text()}`;

    // Only the plan that was looked at: any other one has another digest, and nothing is sent.
    const done = await apply({ ...project, expect: preview.plan.digest, approve: true });
    const failed = done.result.items.filter((item) => item.outcome !== 'done');
    return done.meaning === 'done'
      ? `applied ${done.result.items.length}`
      : `${done.meaning}: ${failed.length} not done`;
  } catch (error) {
    if (error instanceof Failure) return `${error.ending}: ${error.diagnostics.map((one) => one.code).join(', ')}`;
    throw error;
  }
}
