import { replayJournal } from '../../apply/replay.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { kinds } from '../../kinds/registry.js';
import type { Address, KindPorts, Plan, ResourceGraph, State, StateBackend, StoredState } from '../../model/index.js';
import type { Learner } from '../../plan/compare/learner.js';
import { createPlan, type Planning } from '../../plan/create-plan.js';
import { observe } from '../../plan/observe/observe.js';
import { movesMade } from '../../plan/prior/read-prior.js';
import { checkSpend, limitsSpend } from '../../plan/safety/spend-rules.js';
import { loadResolutions } from '../../project/resolutions.js';
import type { RememberingBackend } from '../../state/remembering-backend.js';
import { IMPACT_DAYS } from '../impact-days.js';
import type { AppPorts } from '../ports.js';
import { kindPorts } from '../service/kind-ports.js';
import { type OpenService, readingService, replyOf } from '../service/service.js';
import { serviceBinding } from '../service/service-binding.js';
import { checkOwner, isBegun } from '../state/state-owner.js';
import { checkMarks, checkNotMoved, checkPresent } from '../state/state-presence.js';
import type { Workspace } from '../workspace/workspace.js';
import { readSpend } from './spend.js';

export interface PlanRequest {
  readonly allow: readonly string[];
  readonly targets: readonly string[];
  readonly excludes: readonly string[];
  /** Only these changes of a saved plan are asked for. */
  readonly part?: ReadonlySet<Address>;
  /** The targets are those of a saved plan. */
  readonly matchedBefore?: boolean;
  readonly refresh: boolean;
  readonly resend?: boolean;
  /** An older state than one that was seen here is meant. */
  readonly olderState?: boolean;
  /**
   * The guardrails on what the groups touched spent are judged, and it is read for that; with `days` in any case. Absent
   * where no one would apply the plan.
   */
  readonly spend?: { readonly days: number | undefined };
  /** Where the plan is to be applied: hears of what is in effect. */
  readonly learner?: Learner;
}

export interface StateReading {
  readonly stored: StoredState;
  readonly state: State;
  /** What the project file names; with a state that is begun, that state's. */
  readonly lineage: string | undefined;
}

/** What a command can do with, that others refuse. */
export interface StateTolerance {
  readonly missing?: boolean;
  readonly moved?: boolean;
  /** The state is an older one, and that is meant: its journal may be missing. */
  readonly older?: boolean;
}

/** The account's state as stored, with its journal folded in. There is no other way to read one: another project's is refused. */
export async function readState(
  workspace: Workspace,
  backend: StateBackend,
  tolerates: StateTolerance = {},
): Promise<StateReading> {
  const stored = await backend.read({ withoutJournal: tolerates.older === true });
  checkMarks(stored, backend);
  const state = replayJournal(stored, { lineage: '' });
  const lineage = await checkOwner(workspace, stored, state, backend);
  if (tolerates.moved !== true) checkNotMoved(workspace, stored, backend);
  if (tolerates.missing !== true) checkPresent(workspace, stored, lineage, backend);
  return { stored, state: isBegun(stored) ? state : { ...state, lineage: '' }, lineage };
}

export interface PreparedPlan extends Planning, StateReading {
  readonly kindPorts: KindPorts;
  readonly diagnostics: readonly Diagnostic[];
}

/** Stages 5 and 6 of the straight line, the same for `plan` and `apply`: a preview cannot disagree with a run. */
export async function preparePlan(
  app: AppPorts,
  workspace: Workspace,
  graph: ResourceGraph,
  backend: RememberingBackend,
  service: OpenService,
  request: PlanRequest,
): Promise<PreparedPlan> {
  const { account, project } = workspace;
  const reading = await readState(workspace, backend, { older: request.olderState === true });
  const { diagnostics, resolutions } = await loadResolutions(project, account.name);
  const ports = kindPorts(app, workspace, service);
  const progress = app.progress;
  const older = await backend.assertNewest(reading, request.olderState === true);
  const accountFacts = replyOf(await service.client.call('accountInfo', {}, { signal: app.signal }));
  const { lineage } = reading;
  const planning = await readingService(() =>
    createPlan(
      {
        account: account.name,
        // The real uid: the login's is encoded and of no use.
        uid: accountFacts.uid ?? '',
        accountFacts,
        graph,
        state: reading.state,
        ...(lineage !== undefined && { lineage }),
        resolutions,
        kinds,
        guardrails: account.guardrails,
        allow: request.allow,
        targets: request.targets,
        excludes: request.excludes,
        ...(request.part !== undefined && { part: request.part }),
        ...(request.matchedBefore !== undefined && { matchedBefore: request.matchedBefore }),
        service: serviceBinding(app.env, workspace),
        now: app.clock.now().toISOString(),
        ...(request.resend !== undefined && { resend: request.resend }),
        ...(request.learner !== undefined && { learner: request.learner }),
      },
      request.refresh ? (part, entries) => observe(part, entries, kinds, ports, progress) : undefined,
    ),
  );
  const moved = movesMade(reading.state, graph);
  const spend = await spendOf(app, workspace, service, planning, request);
  const plan = { ...planning.plan, ...(moved.length > 0 && { moved }), ...spend };
  return {
    ...planning,
    plan,
    ...reading,
    kindPorts: ports,
    diagnostics: [...service.diagnostics, ...reading.stored.diagnostics, ...older, ...diagnostics],
  };
}

/** What the groups touched spent, with what the guardrails find in it: parts of the plan that take their place. */
async function spendOf(
  app: AppPorts,
  workspace: Workspace,
  service: OpenService,
  { plan, touched }: Planning,
  { spend: wanted, refresh, allow }: PlanRequest,
): Promise<Partial<Plan>> {
  const { guardrails } = workspace.account;
  if (wanted === undefined || (wanted.days === undefined && !limitsSpend(guardrails))) return {};
  const about = touched();
  const isRead = refresh && (wanted.days !== undefined || about.owners.length > 0);
  const spend = isRead
    ? await readSpend(app, workspace, service, about, { days: wanted.days ?? IMPACT_DAYS.usual, uid: plan.uid })
    : undefined;
  const findings = checkSpend(guardrails, spend?.impact, about, allow);
  return {
    findings: [...plan.findings, ...findings],
    diagnostics: [...plan.diagnostics, ...(spend?.diagnostics ?? [])],
    ...(spend !== undefined && { impact: spend.impact }),
  };
}

/** The real uid, from account info: the login's is encoded and of no use. */
export async function accountUid({ client }: OpenService, signal: AbortSignal): Promise<string> {
  return replyOf(await client.call('accountInfo', {}, { signal })).uid ?? '';
}
