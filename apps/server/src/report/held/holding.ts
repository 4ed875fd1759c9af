import type { Op } from '@sheetwire/contract/live';
import { cellOp } from '@sheetwire/contract/ops';
import type { User } from '@sheetwire/rules/principal';
import { apart } from '#lib/bytes/apart.ts';
import type { HeldValue, PageOwner } from '#ports/controls.ts';
import type { Computed } from '#report/publish/computed.ts';
import { bytesOf, type ReportState } from '#report/report-state.ts';
import { showValue } from './control-element.ts';
import { type ControlAt, findControl, markOf, placeKey, setMarkup } from './held-values.ts';

/** A value that a report is to hold. */
export interface Wanted {
  readonly owner: PageOwner;
  readonly key: string;
  readonly value: string | null;
  readonly user: User;
  /** Epoch ms. */
  readonly at: number;
  /** Of a value that the publisher took: it may have published since, so its control must still be this one. */
  readonly mark?: string;
  /** The update that brought it, where its viewer may send it again. */
  readonly sentAs?: string | undefined;
}

/** What a control is known by as its publisher wrote it, held values left aside. */
export function publishedMark(state: ReportState, at: ControlAt, owner: PageOwner): string {
  const held = state.held.get(placeKey({ owner, key: at.control.name.toUpperCase() }));
  return markOf(held?.markup ?? at.markup);
}

/** What a version that its publisher did not make does to the held values: sets one, or lets one go. */
export interface Holding {
  /** Its publisher does not know it yet. */
  readonly isNews: boolean;
  readonly sentAs?: string | undefined;
  readonly value: Omit<HeldValue, 'version'> | undefined;
}

/** `gone`: the report does not hold this control's value. `too_large`: it has no room for it. `same`: it shows it. */
export type Held = 'gone' | 'too_large' | 'same' | { readonly step: Computed; readonly holding: Holding };

/** What is to be committed of it. */
export function commitOf(held: Held): { readonly step: Computed | undefined; readonly holding?: Holding } {
  return typeof held === 'string' ? { step: undefined } : held;
}

/** What its caller is told. */
export function wordOf(held: Held): 'held' | 'gone' | 'too_large' {
  return held === 'gone' || held === 'too_large' ? held : 'held';
}

/** Held values and the publisher's own version once a version is numbered. */
export function standingOf(
  { held, ownVersion }: ReportState,
  holding: Holding | undefined,
  version: number,
): Pick<ReportState, 'held' | 'ownVersion'> {
  if (!holding) return { held, ownVersion: version };
  const { value } = holding;
  return { held: value ? new Map(held).set(placeKey(value), { ...value, version }) : held, ownVersion };
}

/** Shows a value on the page that has the control and keeps it for the publisher (semantics 5, holdControls). */
export function holdValue(state: ReportState, wanted: Wanted, cap: number): Held {
  const { owner, key, value, user, at, mark, sentAs } = wanted;
  const found = state.holdControls ? findControl(state.pages, { owner, key }) : undefined;
  if (!found || (mark !== undefined && publishedMark(state, found, owner) !== mark)) return 'gone';
  const before = state.held.get(placeKey({ owner, key }));
  if (mark !== undefined && before && before.at > at) return 'same';
  const shown = showValue(found.markup, found.control.kind, value);
  const isPress = found.control.kind === 'button';
  if (shown === found.markup && (!before || before.value === value) && !isPress) return 'same';
  const growth = Buffer.byteLength(shown) - Buffer.byteLength(found.markup);
  if (growth > 0 && bytesOf(state.pages) + growth > cap) return 'too_large';
  // A piece of the page, which it outlives.
  const kept = { markup: before?.markup ?? apart(found.markup), base: state.ownVersion };
  const step = shown === found.markup ? { state, ops: [] } : setOn(state, found, shown);
  return {
    step,
    holding: {
      isNews: mark === undefined,
      sentAs,
      value: { owner, key, name: found.control.name, value, user, at, ...kept },
    },
  };
}

/** Lets a held value go that its publisher refused or a press that it took; the control is shown as it was published. */
export function letGo(state: ReportState, place: Pick<Wanted, 'owner' | 'key'> & { readonly version: string }): Held {
  const name = placeKey(place);
  const value = state.held.get(name);
  if (String(value?.version) !== place.version || !value) return 'same';
  const held = new Map(state.held);
  held.delete(name);
  const found = findControl(state.pages, place);
  const step = found && found.markup !== value.markup ? setOn(state, found, value.markup) : { state, ops: [] };
  return { step: { ops: step.ops, state: { ...step.state, held } }, holding: { isNews: false, value: undefined } };
}

function setOn(state: ReportState, found: ControlAt, markup: string): Computed & { readonly ops: readonly Op[] } {
  const { page, html } = setMarkup(found, markup);
  const { number, cell } = found;
  if (cell !== undefined) return { state, ops: [cellOp.of(number, cell, html)] };
  return { state: { ...state, pages: state.pages.with(number, page) }, ops: [[number, 'p', html]] };
}
