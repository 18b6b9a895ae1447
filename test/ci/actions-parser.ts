import { createJiti } from 'jiti';

/** GitHub's own parser and evaluator. They import JSON as a bundler takes it, and Node does not: jiti does. */
const jiti = createJiti(import.meta.url, { fsCache: false });
const parser = await jiti.import<typeof import('@actions/workflow-parser')>('@actions/workflow-parser');
const actions = await jiti.import<typeof import('@actions/workflow-parser/actions/index')>(
  '@actions/workflow-parser/actions/index',
);

export const expressions = await jiti.import<typeof import('@actions/expressions')>('@actions/expressions');

export const trace = new parser.NoOperationTraceWriter();
export const { parseWorkflow } = parser;
export const { parseAction } = actions;
