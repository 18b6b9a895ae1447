import { kinds } from '../../src/kinds/registry.js';
import type { Plan } from '../../src/model/change/plan.js';
import * as render from '../../src/render/index.js';

const ruleOf: render.RuleOf = (kind, path) => kinds.get(kind)?.fields[path];
const factsOf: render.FactsOf = (kind) => kinds.get(kind)?.facts;

/** As the commands show a plan: with what the kinds say of their fields. */
export const renderPlanText = (plan: Plan, options: render.PlanTextOptions) =>
  render.renderPlanText(plan, { ruleOf, factsOf, ...options });

export const renderPlanMarkdown = (plan: Plan, options: render.PlanMarkdownOptions = {}) =>
  render.renderPlanMarkdown(plan, { ruleOf, factsOf, ...options });
