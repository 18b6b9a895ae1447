import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { Git, type GitEnvironment } from '../../state/backends/git/git-command.js';

/** The repository as it was at the commit that the work tree is compared with. */
export class History {
  readonly root: string;
  readonly #git: Git;
  readonly #base: string;
  /** The project's folder within the repository, with its slash; empty at the top. */
  readonly #prefix: string;

  private constructor(root: string, git: Git, base: string, prefix: string) {
    this.root = root;
    this.#git = git;
    this.#base = base;
    this.#prefix = prefix;
  }

  static async since(root: string, env: GitEnvironment, reference: string): Promise<History> {
    const git = new Git(root, env);
    const inside = await git.run(['rev-parse', '--show-prefix', '--is-shallow-repository']);
    if (inside.code !== 0) throw failed(`${root} is not in a git repository, so nothing can be said of what changed.`);
    const [prefix = '', shallow] = inside.stdout.toString('utf8').split('\n');
    const commit = await git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${reference}^{commit}`]);
    const fetch = `Fetch it first: \`git fetch --unshallow origin ${reference.replace(/^origin\//, '')}\`, or a checkout with its whole history (\`fetch-depth: 0\`, \`GIT_DEPTH: 0\`).`;
    if (commit.code !== 0) {
      const more = shallow === 'true' ? ` This is a shallow clone. ${fetch}` : '';
      throw failed(`Git knows no commit ${JSON.stringify(reference)}.${more}`);
    }
    const id = commit.stdout.toString('utf8').trim();
    const base = await git.run(['merge-base', id, 'HEAD']);
    if (base.code !== 0) {
      const more = shallow === 'true' ? ` This is a shallow clone. ${fetch}` : '';
      throw failed(`${reference} and this branch have no commit in common.${more}`);
    }
    return new History(root, git, base.stdout.toString('utf8').trim(), prefix);
  }

  /** Files of the project that differ, relative to it. Those of git's own and of Adwright's own folder do not count. */
  async changedFiles(): Promise<readonly string[]> {
    const tracked = await this.#list([
      'diff',
      '--name-only',
      '-z',
      '--no-renames',
      '--no-ext-diff',
      '--relative',
      this.#base,
      '--',
    ]);
    const others = await this.#list(['ls-files', '--others', '--exclude-standard', '-z', '--']);
    return [...new Set([...tracked, ...others])].filter((file) => !file.startsWith('.adwright/'));
  }

  async fileBefore(file: string): Promise<Uint8Array | undefined> {
    const { code, stdout } = await this.#git.run(['cat-file', 'blob', `${this.#base}:${this.#prefix}${file}`]);
    return code === 0 ? stdout : undefined;
  }

  async #list(command: readonly string[]): Promise<readonly string[]> {
    const { code, stdout, stderr } = await this.#git.run(command);
    if (code !== 0) throw failed(`\`git ${command[0]}\` failed: ${stderr}`);
    return stdout
      .toString('utf8')
      .split('\0')
      .filter((file) => file !== '');
  }
}

function failed(detail: string): Failure {
  return new Failure([diagnostic('changes-not-known', { detail })]);
}
