import type { AckedUpdate } from '#ports/controls.ts';
import type { ReportEngine } from '#report/engine.ts';
import { findControl, placeKey } from '#report/held/held-values.ts';
import { holdValue, letGo } from '#report/held/holding.ts';
import type { ReportState } from '#report/report-state.ts';

/**
 * What a publisher's word does to held values: what it took is shown until it publishes the control anew, what it
 * refused is let go, and so is a press of a button that it took.
 */
export async function applyAck(engine: Pick<ReportEngine, 'hold'>, update: AckedUpdate): Promise<void> {
  const { topic, owner, key, value, user, at, mark, status, isHeld } = update;
  if (isHeld) {
    await engine.hold(topic, (state) => {
      const isPress = state.held.get(placeKey({ owner, key }))?.markup.startsWith('<button') === true;
      return status === 'updated' && !isPress ? 'same' : letGo(state, { owner, key, version: mark });
    });
    return;
  }
  if (status !== 'updated') return;
  await engine.hold(topic, (state, cap) => {
    if (!state.holdControls || isButton(state, update)) return 'same';
    return holdValue(state, { owner, key, value, user, at, mark }, cap);
  });
}

/** A press that its publisher took is over. */
function isButton(state: ReportState, place: Pick<AckedUpdate, 'owner' | 'key'>): boolean {
  return findControl(state.pages, place)?.control.kind === 'button';
}
