import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv, type ErrorObject } from 'ajv';
import ts from 'typescript';

const RUNNER = fileURLToPath(new URL('../../node_modules/gitlab-ci-local/dist/index.js', import.meta.url));
const START = '{$schema:"http://json-schema.org/draft-07/schema#",$id:"https://gitlab.com/.gitlab-ci.yml"';

/** GitLab's schema of .gitlab-ci.yml. gitlab-ci-local brings it, as a literal in its only file. */
async function schema(): Promise<object> {
  const text = await readFile(RUNNER, 'utf8');
  const from = text.indexOf(START);
  if (from < 0) throw new Error('gitlab-ci-local no longer has the schema of GitLab');
  const source = ts.createSourceFile(
    'schema.js',
    `x=${text.slice(from, from + 100_000)}`,
    ts.ScriptTarget.ESNext,
    true,
  );
  let literal: string | undefined;
  const visit = (node: ts.Node): void => {
    if (literal === undefined && ts.isObjectLiteralExpression(node)) literal = node.getText();
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return new Function(`return ${literal}`)() as object;
}

/** A function that tells what GitLab's schema has against a file. */
export async function gitlabCheck(): Promise<(file: unknown) => readonly ErrorObject[]> {
  const validate = new Ajv({ strict: false, logger: false }).compile(await schema());
  return (file) => (validate(file) ? [] : (validate.errors ?? []));
}
