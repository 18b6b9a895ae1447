import { compile } from '../../schema/compile.js';
import { PLAN_SCHEMA, type SavedPlan } from './plan-schema.js';

export const isSavedPlan = compile<SavedPlan>(PLAN_SCHEMA);
