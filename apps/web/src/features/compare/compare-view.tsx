import type { CompareViewProps } from './compare-view-props.ts';
import './compare.css';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { pagesOf } from '#features/report-document/pages-of.ts';
import type { ShownReport } from '#features/viewer-ports.ts';
import { useReadable } from '#lib/use-readable.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { WaitingLine } from '#ui/message.tsx';
import { CompareForm } from './compare-form.tsx';
import { dayName, refusalWords, sideNote } from './compare-words.ts';
import { type Compared, ComparedView } from './compared-view.tsx';
import type { CompareState, Comparison } from './comparison.ts';
import { DatedText } from './dated-text.tsx';
import { makeComparison } from './make-comparison.ts';
import { type AskedSides, askedOf, choiceOf, type Day, firstSides, type Sides, sidesOf } from './sides.ts';
import { useNarrow } from './use-narrow.ts';

/**
 * Two versions of a report, compared in the report's place, and the panel beside it that says which (mission: time-travel
 * diff). Until they are compared, and where they cannot be, the report stays where it is. Another report is another view.
 */
export function CompareView(props: CompareViewProps) {
  const { selection, report, onCompare, onCancel, onClose } = props;
  const id = useId();
  const { isMobile, clock } = useServices();
  const isNarrow = useNarrow();
  const sides = sidesOf(selection);
  const { state, again } = useComparison(props, sides);
  const snapshotDates = useKept(report?.snapshotDates) ?? [];
  const fromInput = useRef<HTMLInputElement>(null);
  const isAsked = sides !== undefined;
  const [isEditing, setEditing] = useState(false);
  const takesFocus = useRef(!isAsked);
  useEffect(() => {
    // On a telephone the keyboard would come up, and cover the report: there only keys bring the focus along.
    const isByKeys = document.activeElement?.matches(':focus-visible');
    if (takesFocus.current && (!isMobile || isByKeys)) fromInput.current?.focus();
  }, [isMobile]);
  const compare = (asked: AskedSides) => {
    setEditing(false);
    if (isSame(asked, sides)) again();
    else onCompare(choiceOf(asked, selection.date));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isAsked && !event.defaultPrevented) onClose();
  };
  const done = state?.state === 'done' ? state : undefined;
  const shown = selection.date ?? report?.shownAt;
  const first = useFirst(sides, report && firstSides(shown, snapshotDates));
  const isShort = isNarrow && done !== undefined && !isEditing;
  const now = new Date(props.model.reports.present(clock.now()));
  const notes = { from: done && sideNote(done.older, now), to: done && sideNote(done.newer, now) };
  return (
    <aside className="compare-panel" id="compare" aria-labelledby={id} onKeyDown={onKeyDown}>
      <header className="row">
        <h2 id={id}>Compare</h2>
        <Button kind="quiet" size="icon" icon="close" aria-label="Close comparison" onPress={onClose} />
      </header>
      {isShort ? null : (
        <Sidewise isKnown={report !== undefined} snapshotDates={snapshotDates} isAsked={isAsked} shown={shown}>
          <CompareForm
            isDone={done !== undefined}
            isAsked={isAsked}
            onCompare={compare}
            {...{ first, notes, snapshotDates, fromInput, now }}
          />
        </Sidewise>
      )}
      {state && state.state !== 'done' ? (
        <Outcome {...{ state, sides, now }} first={snapshotDates.toSorted()[0]} onAgain={again} onCancel={onCancel} />
      ) : null}
      {done ? (
        <ComparedView
          key={`${done.older.day} ${done.newer.day}`}
          {...props}
          state={done}
          onAgain={again}
          notes={isShort ? notes : undefined}
          onEdit={isShort ? () => setEditing(true) : undefined}
        />
      ) : null}
    </aside>
  );
}

interface SidewiseProps {
  readonly isKnown: boolean;
  readonly isAsked: boolean;
  /** The day or moment that is shown. */
  readonly shown: Day;
  readonly snapshotDates: readonly string[];
  readonly children: ReactNode;
}

/** A report without a snapshot has moments to be compared with, and says so above the fields. */
function Sidewise({ isKnown, isAsked, shown, snapshotDates, children }: SidewiseProps) {
  if (!isKnown || isAsked || shown !== undefined || snapshotDates.length > 0) return children;
  return (
    <>
      <p className="told">
        <strong>This report has no snapshots yet.</strong> Enter a time such as 14:30 to compare with that moment.
      </p>
      {children}
    </>
  );
}

interface OutcomeProps {
  readonly state: Exclude<CompareState, Compared>;
  readonly sides: Sides | undefined;
  readonly first: string | undefined;
  /** By the server's clock. */
  readonly now: Date;
  readonly onAgain: () => void;
  readonly onCancel: () => void;
}

/** That two versions are being compared, or why they are not. */
function Outcome({ state, sides, first, now, onAgain, onCancel }: OutcomeProps) {
  if (state.state === 'loading') {
    return (
      <div className="told">
        <WaitingLine text={`Comparing ${dayName(sides?.older, now)} with ${dayName(sides?.newer, now)}...`} />
        <Button size="small" onPress={onCancel}>
          CANCEL
        </Button>
      </div>
    );
  }
  return (
    <div className="told">
      <p role="status">
        <strong>
          <DatedText text={refusalWords(state, first, now)} />
        </strong>
      </p>
      {state.state === 'failed' ? (
        <Button size="small" icon="retry" onPress={onAgain}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}

interface Running {
  /** Undefined while nothing is compared. What was compared stays while the same sides are compared again. */
  readonly state: CompareState | undefined;
  readonly again: () => void;
}

/** The comparison of what the selection names: run anew for other sides, stopped with the panel. */
function useComparison(props: CompareViewProps, sides: Sides | undefined): Running {
  const { onShown } = props;
  const services = useServices();
  const [comparison] = useState(() => makeComparison(services));
  const latest = useRef(props);
  latest.current = props;
  const isAsked = sides !== undefined;
  const { older, newer } = sides ?? {};
  useEffect(() => {
    if (isAsked) start(comparison, latest.current, { older, newer });
    return () => comparison.stop();
  }, [comparison, isAsked, older, newer]);
  const found = useReadable(comparison.state);
  const kept = useRef<Compared>(undefined);
  if (found.state !== 'loading') kept.current = found.state === 'done' ? found : undefined;
  const isKept = kept.current?.older.day === older && kept.current?.newer.day === newer;
  const shown = found.state === 'loading' && isKept ? kept.current : found;
  const state = isAsked ? shown : undefined;
  const isShown = state?.state === 'done';
  useEffect(() => {
    onShown(isShown);
    return () => onShown(false);
  }, [isShown, onShown]);
  return { state, again: () => sides && start(comparison, props, sides) };
}

function start(comparison: Comparison, props: CompareViewProps, sides: Sides): void {
  void comparison.run(props.topic, sides, pausedReport(props, sides));
}

/** The live report as a pause left it on screen. */
function pausedReport({ selection, report, content }: CompareViewProps, { newer }: Sides): ShownReport | undefined {
  if (!report || selection.isLive || selection.date !== undefined || newer !== undefined) return undefined;
  const pages = pagesOf(content);
  if (pages.length === 0) return undefined;
  return {
    ...report,
    pageNames: pages.map(({ name }) => name),
    pages: pages.map(({ html }) => html),
    styles: pages.map(({ styles }) => styles),
  };
}

function isSame({ from, to }: AskedSides, sides: Sides | undefined): boolean {
  if (!sides) return false;
  const now = askedOf(sides);
  return now.from === from && now.to === to;
}

/**
 * What the fields begin with once the report is known, and what was compared last once something was; a snapshot that
 * comes changes no entry.
 */
function useFirst(sides: Sides | undefined, known: AskedSides | undefined): AskedSides {
  const begun = useRef(known);
  begun.current ??= known;
  const { from, to } = useKept(sides && askedOf(sides)) ?? begun.current ?? firstSides(undefined, []);
  return useMemo(() => ({ from, to }), [from, to]);
}

/** The last one that was known: a report that is on its way takes no snapshot days from the fields. */
function useKept<Value>(value: Value | undefined): Value | undefined {
  const kept = useRef(value);
  if (value !== undefined) kept.current = value;
  return kept.current;
}
