import type { ControlBoard, ControlValue, Mark } from './control.ts';
import { ReportControls, type ReportControlsDeps } from './report-controls.ts';

/** What of the rules belongs to one viewer on screen. */
export type RulesPlace = Pick<ReportControlsDeps, 'board' | 'onMidEntry' | 'refresh'>;

/**
 * The rules of a user's entries, which outlive the viewer that they were made in: what is on its way, and what was
 * refused, is there again when the user comes back from another page of the portal.
 */
export class KeptRules implements ControlBoard {
  readonly rules: ReportControls;
  #place: RulesPlace | undefined;

  constructor(deps: Omit<ReportControlsDeps, keyof RulesPlace>) {
    this.rules = new ReportControls({
      ...deps,
      board: this,
      onMidEntry: (isMidEntry) => this.#place?.onMidEntry(isMidEntry),
      refresh: () => this.#place?.refresh(),
    });
  }

  /** A viewer comes. */
  enter(place: RulesPlace): void {
    this.#place = place;
  }

  /** A viewer goes; another one may have come already. */
  leave(place: RulesPlace): void {
    if (this.#place !== place) return;
    this.rules.follow(undefined);
    this.#place = undefined;
  }

  mark(name: string, mark: Mark | undefined): void {
    this.#place?.board.mark(name, mark);
  }

  reset(name: string): void {
    this.#place?.board.reset(name);
  }

  settle(): void {
    this.#place?.board.settle();
  }

  groupsChanged(): void {
    this.#place?.board.groupsChanged();
  }

  unheard(): ReturnType<ControlBoard['unheard']> {
    return this.#place?.board.unheard() ?? [];
  }

  isUnfinished(name: string): boolean {
    return this.#place?.board.isUnfinished(name) ?? false;
  }

  has(name: string): boolean {
    return this.#place?.board.has(name) ?? false;
  }

  isOpen(name: string): boolean {
    return this.#place?.board.isOpen(name) ?? false;
  }

  published(name: string): ControlValue | undefined {
    return this.#place?.board.published(name);
  }

  said(name: string, value: ControlValue): string | undefined {
    return this.#place?.board.said(name, value);
  }
}
