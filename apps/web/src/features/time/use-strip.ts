import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { useEffect, useMemo } from 'react';
import { CellsOutOfView } from '#features/report-document/out-of-view/cells-out-of-view.ts';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import { pageHidden } from '#lib/page-hidden.ts';
import { type Services, useServices } from '#services.ts';
import { silencesOf } from './density.ts';
import { Past } from './past.ts';
import { fetchPast } from './past-fetch.ts';
import { PastScreen } from './past-screen.ts';
import { Player } from './player.ts';
import { makeStepsWorker } from './steps/make-steps-worker.ts';
import { StepsAside } from './steps/steps-aside.ts';
import { VersionsList } from './versions-list.ts';

export interface StripInput {
  readonly model: ViewerModel;
  readonly content: ShownContent;
  readonly topic: Topic;
}

export interface Strip {
  readonly aside: StepsAside;
  readonly past: Past;
  readonly list: VersionsList;
  readonly player: Player;
  /** To a time that somebody named; what plays stops there. */
  readonly goTo: (time: number) => void;
}

/** What moves a report through its versions, while its strip is on the screen. */
export function useStrip(input: StripInput): Strip {
  const services = useServices();
  const { model, content, topic } = input;
  const strip = useMemo(() => makeStrip(services, { model, content, topic }), [services, model, content, topic]);
  useEffect(() => {
    const { aside, past, list, player } = strip;
    const waiting = { mayWait: () => past.isPast, isMoving: () => past.isMoving, longest: () => longestWait(player) };
    content.letWait((page) => new CellsOutOfView(page, waiting));
    const stops = [
      aside.start(),
      () => content.letWait(undefined),
      list.start(),
      past.start(),
      () => player.pause(),
      past.state.subscribe(() => list.refresh()),
      model.view.info.subscribe(() => list.refresh()),
      pageHidden.subscribe(() => pageHidden.getSnapshot() && player.pause()),
    ];
    return () => {
      for (const stop of stops.reverse()) stop();
    };
  }, [strip, model, content]);
  return strip;
}

/** Nobody holds what plays: one may search or scroll the report meanwhile. */
function longestWait({ state }: Player): number {
  return state.getState().isPlaying ? limits.past.longestInPlay : limits.past.longestWait;
}

function makeStrip({ call, clock }: Services, { model, content, topic }: StripInput): Strip {
  const now = () => model.reports.present(clock.now());
  const screen = new PastScreen({ model, content });
  const aside = new StepsAside({ makeWorker: makeStepsWorker, send: (url, init) => fetch(url, init) });
  const past: Past = new Past({
    ...{ model, screen, clock, chance: Math.random },
    fetch: (question) => fetchPast(call, question, { aside, onServerTime: (at) => model.reports.noteServerTime(at) }),
    firstAfter: (at) => list.firstAfter(at),
    oldest: () => list.state.getState().oldest,
    whenKnown: (tell) => list.whenKnown(tell),
    now,
  });
  const list: VersionsList = new VersionsList({ call, clock, topic, now, at: () => past.state.getState().at });
  const player = new Player({
    ...{ clock, past, now },
    from() {
      const { span, oldest } = list.state.getState();
      const at = past.state.getState().at ?? span?.from;
      return at === undefined ? undefined : Math.max(at, oldest ?? 0);
    },
    silences: () => silencesOf(list.state.getState().parts),
  });
  const goTo = (time: number) => {
    player.pause();
    past.goTo(time);
  };
  return { aside, past, list, player, goTo };
}
