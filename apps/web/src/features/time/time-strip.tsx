import './time.css';
import type { Topic } from '@sheetwire/rules/topic';
import { type KeyboardEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
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
import { speeds } from './play-clock.ts';
import { type StripKeyDeps, stripKey } from './strip-keys.ts';
import { rangesOf } from './strip-scale.ts';
import { momentWords, nothingKept, pastWords, rangeWords } from './time-words.ts';
import { Track } from './track.tsx';
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
  const { past, list, player } = strip;
  const track = useRef<HTMLDivElement>(null);
  useFocus(track, takesFocus);
  // What waits for approval has a mark, and is no version that would be told.
  const waitingUtc = useStore(model.view.info, ({ report }) => report?.waitingUtc);
  useEffect(() => {
    if (waitingUtc !== undefined) list.again();
    return () => list.refresh();
  }, [list, waitingUtc]);
  const { at, shown } = useStore(past.state);
  const isPast = useStore(model.selection, (selection) => selection.at !== undefined) || shown !== undefined;
  const { span, parts, oldest } = useStore(list.state);
  const status = useReadable(model.reports.status);
  const here = useNow();
  const now = model.reports.present(here);
  const words = useMoments(strip, model);
  const ends = span ?? { from: now, to: now };
  const keys: StripKeyDeps = {
    past,
    player,
    goToOldest: () => list.whenKnown((first) => past.goTo(first)),
    isPast: () => past.isPast,
  };
  const onKey = (event: KeyboardEvent) => {
    if (stripKey(event, keys, event.target === track.current)) event.preventDefault();
  };
  return (
    <section
      id="time"
      className="time"
      aria-label="Time"
      data-testid="time"
      data-past={isPast || undefined}
      onKeyDown={onKey}
    >
      <Track
        {...{ at, parts, now }}
        place={track}
        span={ends}
        words={words.thumb ?? statusWords(status, here).text}
        onKey={() => undefined}
        onGo={(time) => {
          player.pause();
          past.goTo(time);
        }}
        onEnd={() => past.backToLive()}
      />
      <div className="row">
        <Play strip={strip} />
        <Words strip={strip} words={isPast ? words.shown : undefined} />
        <Deeds {...{ strip, topic, now }} newer={past.newer} />
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

/** Takes the focus where that is wanted; when the strip goes, what was focused in it is so no more: its button is. */
function useFocus(track: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useLayoutEffect(() => {
    const section = track.current?.parentElement;
    return () => {
      if (!section?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>(`[aria-controls="${section.id}"]`)?.focus();
    };
  }, [track]);
  // With the strip itself: a key that is pressed at once is the strip's.
  useLayoutEffect(() => {
    if (isWanted) track.current?.focus();
  }, [track, isWanted]);
}

/** In words where the thumb stands, undefined at the live end; and what is on the screen, which follows it. */
function useMoments(
  { past }: Strip,
  model: ViewerModel,
): { readonly thumb: string | undefined; readonly shown: string } {
  const { at, shown } = useStore(past.state);
  const isHeard = useLine() === 'up';
  const now = usePresent(model);
  const told = (of: number) => pastWords({ at: of, now, newer: undefined, isHeard });
  const stands = shown?.at ?? (shown ? at : undefined);
  const known = shown?.before && shown.published !== undefined ? shown.published : stands;
  const words =
    known === undefined ? undefined : pastWords({ at: known, now, newer: past.newer, isHeard, before: shown?.before });
  return {
    thumb: at === undefined ? undefined : shown?.at === at ? words : told(at),
    shown: words ?? 'Loading…, not live',
  };
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

/** Where the reader is, and the way back. */
function Words({ strip: { past, list }, words }: { readonly strip: Strip; readonly words: string | undefined }) {
  const { shown, isFailed } = useStore(past.state);
  const { kept } = useStore(list.state);
  const line = useLine();
  if (words === undefined) {
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
        <span className="time-words">{words}</span>
      </Chip>
      {line === 'up' ? null : (
        <Chip tone="red" icon={wordsOfLine[line].icon}>
          {wordsOfLine[line].text}
        </Chip>
      )}
      {isFailed ? <span>This moment could not be loaded. Trying again…</span> : null}
      {shown?.at === undefined ? null : (
        <span className="on-paper">
          As of {exactLocalTime(new Date((shown.before && shown.published) ?? shown.at))}, not live
        </span>
      )}
      <Button icon="live" kind="primary" size="small" onPress={() => past.backToLive()}>
        Back to live
      </Button>
    </>
  );
}

interface DeedsProps {
  readonly strip: Strip;
  readonly topic: Topic;
  readonly now: number;
  /** Versions that came since, too. */
  readonly newer: number | undefined;
}

/** What may be done with the version that is shown, by who keeps the report's history (time 4). */
const Deeds = memo(function Deeds({ strip: { past, list, player }, topic, now, newer }: DeedsProps) {
  const shown = useStore(past.state, (state) => state.shown);
  const { mayRollBack, parts } = useStore(list.state);
  const { choose, dialog } = useVersionDeed((kind) => {
    list.again();
    if (kind === 'rollback') past.backToLive();
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
