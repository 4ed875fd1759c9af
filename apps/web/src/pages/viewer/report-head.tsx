import { limits } from '@sheetwire/contract/limits';
import { figurePath } from '@sheetwire/contract/verify/path';
import { shortName } from '@sheetwire/rules/principal';
import { lazy, type ReactNode, useEffect, useRef } from 'react';
import { useLine } from '#features/connection/connection-badge.tsx';
import type { Since } from '#features/last-looked/last-look.ts';
import type { Looks } from '#features/last-looked/looks.ts';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import { type Selection, topicOf } from '#features/selection/selection.ts';
import type { PageTab } from '#features/selection/tabs.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import {
  notLiveWords,
  publishedWords,
  type StatusWords,
  statusWords,
  wordsOfLine,
} from '#features/viewer/status-words.ts';
import { useNow, usePresent } from '#features/viewer/use-now.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { ReportStatus } from '#features/viewer-ports.ts';
import { loadChunk } from '#lib/load-chunk.ts';
import { exactLocalTime, localTime, parseWireTime } from '#lib/published.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Chip } from '#ui/message.tsx';
import { Part } from '#ui/part.tsx';
import { ReportLabel } from '#ui/report-label.tsx';
import { useTakeAway } from './use-take-away.tsx';

const loadSinceChip = () => loadChunk(() => import('#features/last-looked/since-chip.tsx'));
const SinceChip = lazy(async () => ({ default: (await loadSinceChip()).SinceChip }));

const loadWaiting = () => loadChunk(() => import('#features/history/waiting-chip.tsx'));
const WaitingChip = lazy(async () => ({ default: (await loadWaiting()).WaitingChip }));

interface ReportHeadProps {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly report: ReportInfo | undefined;
  readonly status: ReportStatus;
  readonly ownEntity: string;
  readonly content: ShownContent;
  readonly tabs: readonly PageTab[];
  readonly tab: PageTab | undefined;
  readonly looks: Looks;
  readonly since: Since | undefined;
  readonly isCompared: boolean;
  readonly compareButton: ReactNode;
  readonly timeButton: ReactNode;
}

/** The full report name, which shows the settings, and under it when, by whom and how current (look: Viewer). */
export function ReportHead(props: ReportHeadProps) {
  const { selection, report, status, content, tab, isCompared, compareButton, timeButton } = props;
  const isChosen = topicOf(selection) !== undefined;
  const isNothing = report?.isEmpty === true && selection.date === undefined;
  const takeAway = useTakeAway(isCompared ? undefined : report, { content, tab, notLive: notLiveWords(status) });
  return (
    // The mark keeps name and state from being hidden from screen readers while the calendar is open (React Aria).
    <header className="report-head" data-live-announcer="true">
      {isChosen ? <ReportName {...props} /> : <h1 className="report-name">Choose a report</h1>}
      {isChosen ? (
        <div className="row">
          {compareButton}
          {timeButton}
          {takeAway.button}
          {selection.areSettingsHidden && selection.at === undefined ? <BackToLive {...props} /> : null}
        </div>
      ) : null}
      {isChosen && !isNothing && !isCompared ? <Published {...props} /> : null}
      {report && !report.isEmpty && !isCompared ? (
        <p className="verify-at">Verify at: {`${location.origin}${figurePath(report)}`}</p>
      ) : null}
      {takeAway.panel}
    </header>
  );
}

/** Out of a pause or a day, while the settings that say so are hidden. */
function BackToLive({ model, selection, report }: ReportHeadProps) {
  return (
    <>
      {selection.isLive ? null : (
        <Button icon="live" aria-label="Update Live" onPress={() => model.dispatch({ kind: 'live', isLive: true })}>
          <span className="wide">Update Live</span>
        </Button>
      )}
      {selection.date === undefined || report?.isEmpty ? null : (
        <Button onPress={() => model.dispatch({ kind: 'date', date: undefined })}>CLEAR</Button>
      )}
    </>
  );
}

function ReportName({ model, selection, ownEntity }: ReportHeadProps) {
  const button = useRef<HTMLButtonElement>(null);
  /** Hiding the settings takes the pressed button away: the focus goes to where they come back. */
  const isFirst = useRef(true);
  const { entity, group, report, areSettingsHidden } = selection;
  useEffect(() => {
    if (areSettingsHidden && document.activeElement === document.body && !isFirst.current) button.current?.focus();
    isFirst.current = false;
  }, [areSettingsHidden]);
  const change = () => model.dispatch({ kind: 'settings', isHidden: !areSettingsHidden });
  return (
    <h1 className="report-name">
      <button ref={button} type="button" aria-expanded={!areSettingsHidden} aria-controls="settings" onClick={change}>
        <ReportLabel topic={`${entity}/${group}/${report}`} ownEntity={ownEntity} />
        <Icon name={areSettingsHidden ? 'down' : 'up'} />
      </button>
    </h1>
  );
}

function Published(props: ReportHeadProps) {
  const { model, report, status, selection } = props;
  const now = usePresent(model);
  const at = report ? parseWireTime(report.time) : undefined;
  return (
    <p className="published">
      {report ? <PublishedAt at={at} now={now} isPaused={!selection.isLive} /> : null}
      {report?.sender ? (
        <span className={status.state === 'live' ? undefined : 'wide'} title={report.sender}>
          by {shortName(report.sender)}
        </span>
      ) : null}
      {selection.at === undefined ? <HowCurrent {...props} at={at} now={now} /> : null}
    </p>
  );
}

/** How current it is, and what changed; in the past the strip tells where the reader is instead. */
function HowCurrent({ at, now, ...props }: ReportHeadProps & { at: Date | undefined; now: number }) {
  const { model, report, status, selection, since } = props;
  const words = statusWords(status, useNow());
  const isOtherDay = selection.date !== undefined && report?.shownDate && report.shownDate !== selection.date;
  return (
    <>
      <span className="row status">
        <Chip tone={words.tone} icon={words.icon}>
          <StateText {...words} />
        </Chip>
        <LineBeside status={status} />
        {words.behind ? <Behind versions={words.behind} /> : null}
        {isOtherDay ? <span>the latest one before {selection.date}</span> : null}
      </span>
      {at ? <AgeBeside status={status} at={at.getTime()} now={now} /> : null}
      {report?.waitingUtc ? (
        <Part lost={null}>
          <WaitingChip
            {...{ topic: report.topic, sinceUtc: report.waitingUtc, now }}
            mayRelease={report.mayRelease === true}
          />
        </Part>
      ) : null}
      {status.state === 'paused' ? <JumpToNow model={model} /> : null}
      {since ? (
        <Part lost={null}>
          <SinceChip
            {...props}
            since={since}
            present={(moment) => model.reports.present(moment)}
            onTab={(slug) => model.dispatch({ kind: 'tab', tab: slug })}
          />
        </Part>
      ) : null}
    </>
  );
}

/** Heard when the state changes; a count or an age beside it would be said with each version, or each minute. */
function StateText({ text, state = text }: Pick<StatusWords, 'text' | 'state'>) {
  return (
    <span>
      <span role="status">{state}</span>
      {text.slice(state.length)}
    </span>
  );
}

/** Spec 2: 'Published:' with the local time, and '(paused)' when not live. */
function PublishedAt({ at, now, isPaused }: { at: Date | undefined; now: number; isPaused: boolean }) {
  return (
    <span>
      Published:{' '}
      {at ? (
        <time dateTime={at.toISOString()} title={exactLocalTime(at)}>
          {localTime(at, new Date(now))}
        </time>
      ) : (
        <b>no time</b>
      )}
      {isPaused ? ' (paused)' : null}
    </span>
  );
}

/** What is chosen, a pause or a day, stands whatever becomes of the line; that it is lost stands beside it. */
function LineBeside({ status }: Pick<ReportHeadProps, 'status'>) {
  const line = useLine();
  if (line === 'up' || (status.state !== 'paused' && status.state !== 'snapshot')) return null;
  const { text, tone, icon } = wordsOfLine[line];
  return (
    <Chip tone={tone} icon={icon}>
      {text}
    </Chip>
  );
}

/** Nothing newer comes: how old the figures are is what there is to know of them, once they are a minute old. */
function AgeBeside({ status, at, now }: Pick<ReportHeadProps, 'status'> & { at: number; now: number }) {
  const isTold = status.state === 'reconnecting' || status.state === 'disconnected' || status.state === 'paused';
  if (!isTold || now - at < limits.silenceStep) return null;
  return <span>{publishedWords(new Date(at).toISOString(), now)}</span>;
}

/** The newest version once, in a pause that goes on; without a stream nobody knows whether there is one. */
function JumpToNow({ model }: Pick<ReportHeadProps, 'model'>) {
  return (
    <Button kind="link" onPress={() => model.jumpToNow()}>
      Jump to now
    </Button>
  );
}

/** How many versions a paused report is behind; on phones the line stays one line. */
function Behind({ versions }: { versions: number }) {
  return (
    <b>
      {versions.toLocaleString('en-US')} <span className="wide">{versions === 1 ? 'version ' : 'versions '}</span>behind
    </b>
  );
}
