import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import type { TopicLists } from '#features/viewer-ports.ts';
import type { Readable } from '#lib/observable.ts';
import type { IconName } from '#ui/icon.tsx';

/** Something that the user may do now, as the command palette lists it. */
export interface PaletteAction {
  readonly id: string;
  readonly text: string;
  readonly icon: IconName;
  readonly run: () => void;
  /** A page of the open report; actions otherwise. */
  readonly group?: 'Pages';
  /** Words by which it is found too. */
  readonly also?: string;
  /** A quiet word at its end. */
  readonly note?: string;
  /** The single key that does the same, as `KeyboardEvent.key` in lower case. */
  readonly key?: string;
  /** Found by typing alone: one of very many. */
  readonly isFoundOnly?: boolean;
  /** It is asked for once more, with this word (the specification: YES-…). */
  readonly yes?: string;
}

/** What a part of the page offers, given what is typed so far, and the moment that this names. */
export type PaletteSource = (typed: string, moment?: string) => readonly PaletteAction[];

/** Everything that is offered now: a part that leaves the screen takes its actions along. */
export const offered = createStore<ReadonlyMap<string, PaletteSource>>(() => new Map());

/** The lists of the viewer, which are kept current; undefined on other pages. */
export const offeredTopics = createStore<{ readonly lists: Readable<TopicLists> | undefined }>(() => ({
  lists: undefined,
}));

/** Offers a part's actions in the command palette while it is on screen. */
export function usePaletteActions(part: string, source: PaletteSource): void {
  useEffect(() => offer(part, source));
  useEffect(() => () => offer(part, undefined), [part]);
}

/** Lends the viewer's topic lists to the command palette while the viewer is on screen. */
export function usePaletteTopics(lists: Readable<TopicLists>): void {
  useEffect(() => {
    offeredTopics.setState({ lists });
    return () => offeredTopics.setState({ lists: undefined });
  }, [lists]);
}

function offer(part: string, source: PaletteSource | undefined): void {
  const next = new Map(offered.getState());
  if (source) next.set(part, source);
  else next.delete(part);
  offered.setState(next, true);
}

/** All that is offered, in the order in which the parts came. */
export function offeredActions(
  parts: ReadonlyMap<string, PaletteSource>,
  typed: string,
  moment?: string,
): readonly PaletteAction[] {
  return [...parts.values()].flatMap((source) => source(typed, moment));
}
