import type { Caller } from '@sheetwire/client/caller';
import type { Clock } from '@sheetwire/client/clock';
import { limits } from '@sheetwire/contract/limits';
import { disabledWords, drawControls, redrawControls } from '#features/report-document/drawn-controls.ts';
import { isTyped } from '#features/report-document/held-controls.ts';
import { errorText } from '#lib/api.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { EarlyPresses } from './early-presses.ts';
import type { KeptRules } from './kept-rules.ts';
import { listenToPresses } from './press.ts';

/** What outlives the viewer: made with the first report that has controls, and handed to the next viewer. */
export interface Kept {
  rules?: KeptRules | undefined;
}

export interface ControlsDeps {
  readonly kept: Kept;
  readonly call: Caller;
  readonly clock: Clock;
  readonly chance: () => number;
  readonly isRemote: boolean;
  /** Writes of the page that waited for a control may be done. */
  settle(): void;
  alert(text: string): void;
  onMidEntry(isMidEntry: boolean): void;
  /** A button or a box is being pressed, or no longer: it stays where it is meanwhile. */
  onPress(isPressed: boolean): void;
  onUnsaved(isUnsaved: boolean): void;
  refresh(): void;
}

/** The report that is shown; `closed` says why nothing may be entered in it. */
export interface Followed {
  readonly topic: string;
  readonly closed: 'noRight' | 'snapshot' | 'past' | undefined;
}

/** What of a shown report decides whether its controls may be used. */
export interface Shown {
  readonly shownDate: string | null;
  readonly shownAt?: string | undefined;
  readonly canInteract: boolean;
}

/** Why nothing may be entered in a report; undefined when it may. */
export function closedFor({ shownDate, shownAt, canInteract }: Shown): Followed['closed'] {
  if (shownAt) return 'past';
  if (shownDate !== null) return 'snapshot';
  return canInteract ? undefined : 'noRight';
}

/** Why controls are drawn closed; `no` where they are not, `unknown` while nothing is shown. */
type Closed = NonNullable<Followed['closed']> | 'no' | 'unknown';

function closedOf(report: Followed | undefined): Closed {
  return report ? (report.closed ?? 'no') : 'unknown';
}

/** The controls of the shown report, once they are loaded. */
export interface OpenControls {
  /** Undefined once nothing is shown. */
  follow(report: Followed | undefined): void;
  isHeld(element: HTMLElement): boolean;
  onDeferred(old: HTMLElement, fresh: HTMLElement): void;
  onTaken(control: HTMLElement, isDisabled: boolean): void;
  leavePage(): boolean;
  stop(): void;
}

/** The controls of reports, loaded with the first report that has some. */
export class LazyControls {
  readonly #root: () => ShadowRoot | null;
  readonly #deps: ControlsDeps;
  #open: OpenControls | undefined;
  #report: Followed | undefined;
  #isLoading = false;
  /** After a failure the script is asked for again, and not at every update. */
  #notBefore = 0;
  #isStopped = false;
  #early: EarlyPresses | undefined;
  #endPresses: () => void = () => undefined;
  /** As what all controls that stand there were drawn last; what comes later is drawn so as it comes. */
  #drawn: Closed | undefined;

  constructor(root: () => ShadowRoot | null, deps: ControlsDeps) {
    this.#root = root;
    this.#deps = deps;
  }

  /** What is drawn from here on may be used, or not: said before it is drawn. */
  drawFor(shown: Shown): void {
    this.#drawAs(closedFor(shown) ?? 'no');
  }

  /** Another report, or another state of it, is shown. */
  follow(report: Followed | undefined, hasControls: boolean): void {
    this.#report = report;
    const closed = closedOf(report);
    this.#drawAs(closed);
    const root = this.#root();
    // Not with each version: a long page is searched for its controls.
    if (root && !this.#open && closed !== this.#drawn) redrawControls(root);
    this.#drawn = root && !this.#open ? closed : undefined;
    this.#open?.follow(report);
    if (hasControls) void this.#load();
  }

  #drawAs(closed: Closed): void {
    if (closed === 'no') drawControls(this.#open ? 'open' : 'early');
    else drawControls('closed', closed === 'unknown' ? undefined : disabledWords[closed]);
  }

  /** Controls came with an update. */
  noteControls(): void {
    if (!this.#open && this.#report) void this.#load();
  }

  isHeld(element: HTMLElement): boolean {
    if (this.#open) return this.#open.isHeld(element);
    const root = element.getRootNode();
    return root instanceof ShadowRoot && element === root.activeElement && isTyped(element);
  }

  onDeferred(old: HTMLElement, fresh: HTMLElement): void {
    this.#open?.onDeferred(old, fresh);
  }

  onTaken(control: HTMLElement, isDisabled: boolean): void {
    this.#open?.onTaken(control, isDisabled);
  }

  /** Another page comes: true when something was not sent. */
  leavePage(): boolean {
    return this.#open?.leavePage() ?? false;
  }

  start(): void {
    this.#isStopped = false;
    const root = this.#root();
    if (!root) return;
    if (!this.#open) this.#early = new EarlyPresses(root);
    this.#endPresses();
    this.#endPresses = listenToPresses(root, this.#deps);
  }

  stop(): void {
    this.#isStopped = true;
    this.#endPresses();
    this.#early?.end();
    this.#open?.stop();
    this.#open = undefined;
    this.#drawn = undefined;
    drawControls('open');
  }

  async #load(): Promise<void> {
    if (this.#open || this.#isLoading || this.#deps.clock.now() < this.#notBefore) return;
    this.#isLoading = true;
    try {
      const { openControls } = await loadChunk(() => import('./open-controls.ts'));
      const root = this.#root();
      if (root && !this.#isStopped) this.#open = openControls(root, this.#deps, this.#early?.end() ?? []);
      this.#drawAs(closedOf(this.#report));
      this.#open?.follow(this.#report);
      // What was in use is so no longer for having the focus alone.
      this.#deps.settle();
    } catch (error) {
      if (this.#notBefore === 0) this.#deps.alert(errorText(error));
      this.#notBefore = this.#deps.clock.now() + limits.controlScript;
    } finally {
      this.#isLoading = false;
    }
  }
}
