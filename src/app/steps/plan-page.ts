import { kinds } from '../../kinds/registry.js';
import type { Change, DrawnThing, Plan, StateEntry, Value } from '../../model/index.js';
import { pageAssets } from '../../render/html/assets.js';
import type { Drawn } from '../../render/html/page-changes.js';
import { renderPlanPage } from '../../render/html/plan-page.js';
import type { AppPorts } from '../ports.js';
import { saveText } from '../workspace/user-files.js';
import { pageImages } from './page-images.js';
import { planViewOptions } from './plan-view.js';

/** Writes the plan as a page. `root` is the folder of the project, where the images are. */
export async function writePlanPage(
  app: AppPorts,
  file: string,
  plan: Plan,
  { root, entries }: { readonly root: string; readonly entries: Iterable<StateEntry> },
): Promise<void> {
  // Each reading of a plan makes its changes again; a page uses the same ones throughout.
  const listed = { ...plan, changes: [...plan.changes] };
  const drawn = drawnChanges(listed);
  const images = await pageImages([...drawn.values()], { root, env: app.env });
  await saveText(
    app,
    '--html',
    file,
    await renderPlanPage(listed, planViewOptions({ drawn, images }, entries, plan.impact), await pageAssets()),
  );
}

/** The drawings of a plan's changes. */
export function drawnChanges({ changes }: Pick<Plan, 'changes'>): ReadonlyMap<Change, Drawn> {
  const drawn = new Map<Change, Drawn>();
  for (const change of changes) {
    const drawing = drawnOf(change);
    if (drawing !== undefined) drawn.set(change, drawing);
  }
  return drawn;
}

/** How a change will look and how what it changes looks, of a kind that people see. */
function drawnOf(change: Change): Drawn | undefined {
  const draw = kinds.get(change.kind)?.draw;
  if (draw === undefined) return undefined;
  const drawing = (side: (field: Change['fields'][number]) => Value | undefined): DrawnThing | undefined => {
    const values = change.fields.flatMap((field) => {
      const value = side(field);
      return value === undefined ? [] : [[field.path, value] as const];
    });
    return values.length === 0 ? undefined : draw(Object.fromEntries(values), change.address);
  };
  const after = drawing(({ desired }) => desired);
  const before = drawing(({ observed, prior }) => observed ?? prior);
  if (after === undefined && before === undefined) return undefined;
  if (after === undefined) return { ...(before !== undefined && { before }) };
  const same = before === undefined || JSON.stringify(before) === JSON.stringify(after);
  return same ? { after } : { after, before };
}
