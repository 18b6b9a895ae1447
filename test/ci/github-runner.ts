import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expressions } from './actions-parser.js';

const { Evaluator, Lexer, Parser, data } = expressions;

export interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly 'working-directory'?: string;
}

export interface Workflow {
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** What stands in for an action: it gets the values of `with` and of `env`, and gives the action's outputs. */
export type StandIn = (job: RunningJob, step: Step) => Promise<Readonly<Record<string, string>> | undefined>;

export interface Runner {
  /** The variables of the machine. */
  readonly env: Readonly<Record<string, string>>;
  /** `github`, `secrets`, `vars`, `inputs`, `needs`. */
  readonly contexts: Readonly<Record<string, unknown>>;
  /** By the name before the `@`. */
  readonly actions: Readonly<Record<string, StandIn>>;
  /** Folders are made in it. */
  readonly folder: string;
}

const CONTEXTS = ['github', 'secrets', 'vars', 'inputs', 'needs', 'runner', 'steps', 'env'];

/** Evaluates `${{ … }}` as GitHub does, with its own evaluator. */
class Scope {
  constructor(
    private readonly contexts: Readonly<Record<string, unknown>>,
    private readonly hasFailed: () => boolean,
  ) {}

  evaluate(expression: string): InstanceType<typeof data.StringData> {
    const status = {
      success: () => !this.hasFailed(),
      failure: this.hasFailed,
      always: () => true,
      cancelled: () => false,
    };
    const functions = Object.entries(status).map(([name, call]) => ({
      name,
      minArgs: 0,
      maxArgs: 0,
      call: () => new data.BooleanData(call()),
    }));
    const tree = new Parser(new Lexer(expression).lex().tokens, CONTEXTS, functions).parse();
    const values = JSON.parse(JSON.stringify(this.contexts), data.reviver);
    return new Evaluator(tree, values, new Map(functions.map((one) => [one.name, one]))).evaluate() as never;
  }

  text(template: string): string {
    return template.replace(/\$\{\{(.*?)\}\}/gs, (_all, inner: string) => this.evaluate(inner.trim()).coerceString());
  }

  texts(values: Readonly<Record<string, string>> = {}): Record<string, string> {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, this.text(String(value))]));
  }

  /** A condition without a status function is for jobs that have not failed. */
  holds(condition = 'success()'): boolean {
    const inner = condition.replace(/^\$\{\{(.*)\}\}$/s, '$1').trim();
    const isOfStatus = /\b(success|failure|always|cancelled)\(/.test(inner);
    return this.evaluate(isOfStatus ? inner : `success() && (${inner})`).coerceString() === 'true';
  }
}

export class RunningJob {
  readonly log: string[] = [];
  readonly outputs: Record<string, Record<string, string>> = {};
  hasFailed = false;
  env: Record<string, string>;

  private constructor(
    readonly runner: Runner,
    readonly workspace: string,
    readonly temp: string,
    env: Readonly<Record<string, string>>,
  ) {
    this.env = { ...env };
  }

  static async begin(runner: Runner): Promise<RunningJob> {
    const folder = await mkdtemp(join(runner.folder, 'job-'));
    const [workspace, temp] = [join(folder, 'work'), join(folder, 'temp')];
    for (const one of [workspace, temp]) await mkdir(one);
    return new RunningJob(runner, workspace, temp, { ...runner.env, RUNNER_TEMP: temp, GITHUB_WORKSPACE: workspace });
  }

  scope(inputs: Readonly<Record<string, unknown>> = {}): Scope {
    const steps = Object.fromEntries(Object.entries(this.outputs).map(([id, outputs]) => [id, { outputs }]));
    const own = { runner: { temp: this.temp }, steps, env: this.env };
    return new Scope({ ...this.runner.contexts, ...inputs, ...own }, () => this.hasFailed);
  }

  /** Runs the steps of a job, or of an action with its `inputs`. */
  async steps(steps: readonly Step[], inputs: Readonly<Record<string, unknown>> = {}): Promise<void> {
    for (const step of steps) {
      const scope = this.scope(inputs);
      if (!scope.holds(step.if)) continue;
      const env = scope.texts(step.env);
      const outputs = step.uses === undefined ? await this.script(step, env, scope) : await this.use(step, env, scope);
      if (step.id !== undefined) this.outputs[step.id] = outputs;
    }
  }

  private async use(step: Step, env: Record<string, string>, scope: Scope): Promise<Record<string, string>> {
    const action = this.runner.actions[step.uses?.split('@')[0] ?? ''];
    if (action === undefined) throw new Error(`nothing stands in for ${step.uses}`);
    return { ...(await action(this, { ...step, env, with: scope.texts(step.with) })) };
  }

  private async script(step: Step, env: Record<string, string>, scope: Scope): Promise<Record<string, string>> {
    const files = { GITHUB_ENV: '', GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: 'summary.md' };
    const paths: Record<string, string> = {};
    for (const [name, file] of Object.entries(files)) {
      paths[name] = join(this.temp, file || `${name}.txt`);
      if (file === '') await writeFile(paths[name], '');
    }
    const script = join(this.temp, 'step.sh');
    await writeFile(script, step.run ?? '');
    const flags = step.shell === 'bash' ? ['--noprofile', '--norc', '-e', '-o', 'pipefail'] : ['-e'];
    const cwd = scope.text(step['working-directory'] ?? this.workspace);
    const all = { ...this.env, ...env, ...paths };
    const code = await new Promise<number>((resolve) => {
      execFile('bash', [...flags, script], { cwd, env: all }, (error, stdout, stderr) => {
        this.log.push(stdout, stderr);
        resolve(error === null ? 0 : Number(error.code));
      });
    });
    if (code !== 0) this.hasFailed = true;
    Object.assign(this.env, pairs(await readFile(paths['GITHUB_ENV'] ?? '', 'utf8')));
    return pairs(await readFile(paths['GITHUB_OUTPUT'] ?? '', 'utf8'));
  }
}

function pairs(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('='));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

export interface EndedJob {
  readonly isGreen: boolean;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** The jobs that an event starts at once, and those that wait for approval. */
export function jobsOf(
  workflow: Workflow,
  contexts: Readonly<Record<string, unknown>>,
): { free: string[]; waiting: string[] } {
  const scope = new Scope(contexts, () => false);
  const started = new Set<string>();
  for (const [name, { if: condition, needs }] of Object.entries(workflow.jobs))
    if (scope.holds(condition) && (needs === undefined || started.has(needs))) started.add(name);
  const names = [...started];
  const isWaiting = (name: string) => workflow.jobs[name]?.environment !== undefined;
  return { free: names.filter((name) => !isWaiting(name)), waiting: names.filter(isWaiting) };
}

export async function runJob(workflow: Workflow, name: string, runner: Runner): Promise<EndedJob> {
  const job = workflow.jobs[name];
  if (job === undefined) throw new Error(`no job ${name}`);
  const running = await RunningJob.begin(runner);
  Object.assign(running.env, running.scope().texts(workflow.env));
  await running.steps(job.steps);
  return {
    isGreen: !running.hasFailed,
    log: running.log.join(''),
    outputs: running.scope().texts(job.outputs),
    summary: await readFile(join(running.temp, 'summary.md'), 'utf8').catch(() => ''),
  };
}
