import type { GuardChange } from '#ports/guard/guard-change.ts';
import type { HeldPublish, SeenHeld } from '#ports/guard/guard-store.ts';
import { type StoredReport, VersionConflict } from '#ports/report-log.ts';
import type { ReportLimits } from '#report/clean-report.ts';
import type { Cleaner } from '#report/cleaner.ts';
import { loadReport } from '#report/from-log/load-report.ts';
import { showValue } from '#report/held/control-element.ts';
import { findControl, type HeldValues, nothingHeld } from '#report/held/held-values.ts';
import { patchCells } from '#report/publish/patch-cells.ts';
import { differenceTo } from '#report/publish/publish-whole.ts';
import type { CellsPublish } from '#report/publish/publishes.ts';
import type { ReportState } from '#report/report-state.ts';
import type { Worked } from '#report/versions.ts';
import type { Guard } from './guard.ts';

interface HeldDeps {
  readonly guard: Pick<Guard, 'content'>;
  readonly cleaner: Cleaner;
  readonly limits: Pick<ReportLimits, 'bytes'>;
}

/** The content of a held publish in memory, as what would follow the version before. */
async function heldState(deps: HeldDeps, held: HeldPublish, before: ReportState | undefined): Promise<ReportState> {
  const content = await deps.guard.content(held);
  // It went, or another publish came into it, since it was looked at.
  if (!content) throw new VersionConflict(before?.version ?? 0);
  return stateOf(deps.cleaner, { ...content, sender: held.sender }, before);
}

async function stateOf(cleaner: Cleaner, content: StoredReport, before: ReportState | undefined): Promise<ReportState> {
  const loaded = await loadReport(cleaner, content);
  const { version = 0, time = 'no_time', ownVersion = 0, held = nothingHeld } = before ?? {};
  const kept = content.holdControls ? stillShown(loaded.pages, held) : nothingHeld;
  return { ...loaded, version, time, ownVersion, held: kept, cleaner: cleaner.version };
}

/** Values that viewers entered stay where the content shows them. */
function stillShown(pages: ReportState['pages'], held: HeldValues): HeldValues {
  const kept = [...held].filter(([, value]) => {
    const at = findControl(pages, value);
    return at !== undefined && at.markup === showValue(value.markup, at.control.kind, value.value);
  });
  return kept.length === held.size ? held : new Map(kept);
}

/** Cells that come while a publish waits are set on what waits: none of them is lost, and viewers keep what they have. */
export async function patchHeld(
  deps: HeldDeps,
  {
    held,
    before,
    input,
  }: { readonly held: HeldPublish; readonly before: ReportState | undefined; readonly input: CellsPublish },
): Promise<Worked> {
  const state = await heldState(deps, held, before);
  input.stillMay?.();
  const patched = patchCells(deps, state, input)?.state ?? state;
  const step = await differenceTo(deps.cleaner, before, { ...patched, sender: input.sender });
  return { before, step, raw: undefined, sender: input.sender, source: 'cells' };
}

interface ToRelease extends SeenHeld {
  readonly before: ReportState | undefined;
  readonly settles: GuardChange['settles'];
}

/** A held publish as the version that it becomes; without a difference it becomes one all the same where it settles what waits. */
export async function releasedHeld(
  { cleaner }: Pick<HeldDeps, 'cleaner'>,
  { report, before, settles, broken, sender, source, viewSecret, publishSecret }: ToRelease,
): Promise<Worked> {
  const state = await stateOf(cleaner, { ...report, sender }, before);
  const found = await differenceTo(cleaner, before, state);
  const step = found ?? (settles ? { state, ops: [] } : undefined);
  const guard = settles && { broken, settles };
  return { before, step, raw: undefined, sender, source, viewSecret, publishSecret, guard };
}
