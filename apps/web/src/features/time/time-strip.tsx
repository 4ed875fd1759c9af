import './time.css';
import type { Topic } from '@sheetwire/rules/topic';
import { type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useLine } from '#features/connection/connection-badge.tsx';
import { useVersionDeed } from '#features/history/use-version-deed.tsx';
import { VersionActions } from '#features/history/version-actions.tsx';
import type { VersionDeed } from '#features/history/version-dialog.tsx';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import { statusWords, wordsOfLine } from '#features/viewer/status-words.ts';
import { useNow, usePresent } from '#features/viewer/use-now.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import { keptWords } from '#lib/kept-words.ts';
import { exactLocalTime } from '#lib/published.ts';
import { useReadable } from '#lib/use-readable.ts';
import { Button } from '#ui/button.tsx';
import { Chip, Notice } from '#ui/message.tsx';
import type { Past } from './past.ts';
import { isWanted } from './past-ports.ts';
import { speeds } from './play-clock.ts';
import { GoTo } from './strip/go-to.tsx';
import { Heard } from './strip/heard.tsx';
import { useFocus } from './strip/use-focus.ts';
import { isOfOpened, stripKey } from './strip-keys.ts';
import { rangesOf, type Span } from './strip-scale.ts';
import { failedWords, momentWords, nothingKept, pastWords, rangeWords, type ToldMoment } from './time-words.ts';
import { Track, type TrackProps } from './track.tsx';
import { usePositions } from './use-positions.ts';
import { type Strip, useStrip } from './use-strip.ts';

export interface TimeStripProps {
  readonly model: ViewerModel;
  readonly content: ShownContent;
  readonly topic: Topic;
  /** It was opened by hand just now: its keys work at once. */
  readonly takesFocus: boolean;
}

/** The strip under the report's name: when the report changed, and any moment of it (time 3). */
export function TimeStrip({ model, content, topic, takesFocus }: TimeStripProps) {
  const strip = useStrip({ model, content, topic });
  const { past, list } = strip;
  const track = useRef<HTMLDivElement>(null);
  const onFocus = useFocus(track, takesFocus);
  // What waits for approval has a mark, and is no version that would be told.
  const waitingUtc = useStore(model.view.info, ({ report }) => report?.waitingUtc);
  useEffect(() => {
    if (waitingUtc !== undefined) list.again();
    return () => list.refresh();
  }, [list, waitingUtc]);
  // What follows the pointer draws its own parts anew, and no more: a drag brings thirty positions a second.
  const shown = useStore(past.state, (state) => state.shown);
  const isAddressed = useStore(model.selection, (selection) => selection.at !== undefined);
  // From the wish on: it can be taken back, and told that it fails.
  const isPast = useStore(past.state, isWanted) || isAddressed;
  const { span, parts, oldest } = useStore(list.state);
  // The server's clock is heard of with it.
  useReadable(model.reports.status);
  const now = model.reports.present(useNow());
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOfOpened(event.target, event.currentTarget)) return;
    if (stripKey(event, strip, event.target === track.current)) event.preventDefault();
  };
  return (
    <section
      id="time"
      className="time"
      aria-label="Time"
      data-testid="time"
      data-past={isPast || undefined}
      onKeyDown={onKey}
      onFocus={onFocus}
      onBlur={onFocus}
    >
      <Positions {...{ strip, model, isPast, isAddressed, parts, now, span }} place={track} />
      <Heard {...{ model, past }} />
      <div className="row">
        <Play strip={strip} />
        <Words {...{ strip, model, isPast, isAddressed }} />
        <Deeds {...{ strip, topic, now }} />
        <GoTo model={model} onGo={strip.goTo} />
        <Ranges {...{ strip, now }} />
      </div>
      {shown?.version === 0 || (shown && model.view.info.getState().report?.isEmpty) ? (
        <Notice icon="history">
          <p>
            <strong>{shown.version === 0 ? nothingKept(oldest, now) : 'The report was empty then.'}</strong>
          </p>
        </Notice>
      ) : null}
    </section>
  );
}

interface PositionsProps extends WordsProps, Pick<TrackProps, 'place' | 'parts' | 'now'> {
  /** Undefined until it is known which times the strip shows. */
  readonly span: Span | undefined;
}

/** The track with its thumb, in words for a screen reader. */
function Positions({ strip: { past, player }, model, isPast, isAddressed, span, ...track }: PositionsProps) {
  const { at, shown } = usePositions(past);
  const status = useReadable(model.reports.status);
  const here = useNow();
  const told = useTold(model);
  const words = () => {
    if (at === undefined) return isPast ? wantedWords(past, told, isAddressed) : statusWords(status, here).text;
    return (shown?.at === at ? shownWords(past, told) : undefined) ?? told({ at });
  };
  return (
    <Track
      {...{ ...track, at, past }}
      span={span ?? { from: track.now, to: track.now }}
      words={words()}
      onGo={(share) => {
        player.pause();
        past.goToShare(share);
      }}
      onEnd={() => past.backToLive()}
    />
  );
}

type Told = (of: Pick<ToldMoment, 'at' | 'before'> & { readonly newer?: number | undefined }) => string;

/** Says moments of the past as they are from now. */
function useTold(model: ViewerModel): Told {
  const isHeard = useLine() === 'up';
  const now = usePresent(model);
  return ({ newer, ...of }) => pastWords({ now, isHeard, newer, ...of });
}

/** In words what is on the screen, which follows the thumb; undefined while nothing is. */
function shownWords(past: Past, told: Told): string | undefined {
  const { at, shown } = past.state.getState();
  if (shown?.version === 0 && shown.at === undefined) return 'Not live';
  const stands = shown?.at ?? (shown ? at : undefined);
  const known = shown?.before && shown.published !== undefined ? shown.published : stands;
  return known === undefined ? undefined : told({ at: known, newer: past.newer, before: shown?.before });
}

/** The same, or that it is on its way. */
function wantedWords(past: Past, told: Told, isAddressed: boolean): string {
  return shownWords(past, told) ?? (isAddressed ? 'Loading…, not live' : 'Loading…');
}

/** Play and its speeds. No moment draws it anew, as those that follow: a drag brings thirty a second. */
const Play = memo(function Play({ strip: { player } }: { readonly strip: Strip }) {
  const { isPlaying, speed } = useStore(player.state);
  return (
    <>
      <Button size="icon" aria-label={isPlaying ? 'Pause' : 'Play'} onPress={() => player.toggle()}>
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d={isPlaying ? 'M5.5 3.5v9M10.5 3.5v9' : 'M5 3v10l8-5z'} fill="currentColor" />
        </svg>
      </Button>
      <fieldset className="row speeds" aria-label="Speed">
        {speeds.map((one) => (
          <Button key={one} kind="quiet" size="small" aria-pressed={one === speed} onPress={() => player.setSpeed(one)}>
            {one}×
          </Button>
        ))}
      </fieldset>
    </>
  );
});

interface WordsProps {
  readonly strip: Strip;
  readonly model: ViewerModel;
  readonly isPast: boolean;
  /** The address names the past: the live report does not stand there any more. */
  readonly isAddressed: boolean;
}

/** Where the reader is, and the way back. */
function Words({ strip: { past, list }, model, isPast, isAddressed }: WordsProps) {
  const shown = useStore(past.state, (state) => state.shown);
  const isFailed = useStore(past.state, (state) => state.isFailed);
  const shownAt = useStore(model.view.info, ({ report }) => report?.shownAt);
  // A moment without a time of its own is where the thumb stands.
  useStore(past.state, (state) => (state.shown && state.shown.at === undefined ? state.at : undefined));
  useStore(past.state, () => past.newer);
  const kept = useStore(list.state, (state) => state.kept);
  const line = useLine();
  const told = useTold(model);
  if (!isPast) {
    return (
      <span className="quiet">
        <span className="wide">Drag, or press ←, to see an earlier moment. </span>
        {kept ? `This report keeps ${keptWords(kept)}.` : null}
      </span>
    );
  }
  return (
    <>
      <Chip tone="blue" icon="history">
        <span className="time-words">{wantedWords(past, told, isAddressed)}</span>
      </Chip>
      {line === 'up' ? null : (
        <Chip tone="red" icon={wordsOfLine[line].icon}>
          {wordsOfLine[line].text}
        </Chip>
      )}
      {isFailed ? <span>{failedWords}</span> : null}
      {shownAt === undefined || (shown && shown.at === undefined) ? null : (
        <span className="on-paper">As of {exactLocalTime(new Date(shownAt))}, not live</span>
      )}
      <Back past={past} />
    </>
  );
}

/** No moment draws it anew. */
const Back = memo(function Back({ past }: { readonly past: Past }) {
  return (
    <Button icon="live" kind="primary" size="small" onPress={() => past.backToLive()}>
      Back to live
    </Button>
  );
});

interface DeedsProps {
  readonly strip: Strip;
  readonly topic: Topic;
  readonly now: number;
}

/** What may be done with the version that is shown, by who keeps the report's history (time 4). */
const Deeds = memo(function Deeds({ strip: { past, list, player }, topic, now }: DeedsProps) {
  const shown = useStore(past.state, (state) => state.shown);
  // Versions that came since, too.
  const newer = useStore(past.state, () => past.newer);
  const { mayRollBack, parts } = useStore(list.state);
  const { choose, dialog } = useVersionDeed((done) => {
    list.again();
    if (done?.kind === 'rollback') past.leave(done.version);
  });
  const version = shown?.version ?? 0;
  const tag = parts.find((part) => part.kind === 'tag' && part.firstVersion === version)?.words ?? '';
  const onChoose = (deed: VersionDeed) => {
    player.pause();
    choose(deed);
  };
  return (
    <>
      {mayRollBack && shown?.published !== undefined && version > 0 ? (
        <VersionActions
          {...{ topic, version, tag, onChoose }}
          when={momentWords(shown.published, now)}
          isNewest={newer === 0}
        />
      ) : null}
      {dialog}
    </>
  );
});

/** How much time the strip shows; nothing to choose while all of it fits. */
const Ranges = memo(function Ranges({ strip: { list }, now }: { readonly strip: Strip; readonly now: number }) {
  const { oldest, range } = useStore(list.state);
  const ranges = oldest === undefined ? [] : rangesOf(oldest, now);
  if (ranges.length < 2) return null;
  return (
    <fieldset className="row ranges" aria-label="Shown time">
      {ranges.map((name) => {
        const [short, full] = rangeWords[name];
        return (
          <Button
            key={name}
            kind="quiet"
            size="small"
            hint={full}
            aria-label={full}
            aria-pressed={name === range}
            onPress={() => list.choose(name)}
          >
            {short}
          </Button>
        );
      })}
    </fieldset>
  );
});
