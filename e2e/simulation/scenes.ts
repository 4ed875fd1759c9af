import type { Play } from './play.ts';

/** Where a seed is played: left to chance, or certain faults at all servers and all the time. */
export const scenes = {
  usual: {},
  /** What is new may be known and not be readable, or be kept without a word. */
  'answers lost and slow everywhere': {
    kinds: ['answers of the store lost', 'slow store'],
    isDense: true,
    repeats: true,
  },
  /** Viewers come back again and again while what they lack is read, and newer versions come meanwhile. */
  'slow store, lines cut': { kinds: ['slow store'], isDense: true, inTurn: 'lines of viewers cut', rhythm: 'busy' },
} as const satisfies Record<string, Omit<Play, 'seed'>>;

export type SceneName = keyof typeof scenes;
export const sceneNames: readonly SceneName[] = Object.keys(scenes).filter(isScene);

export function isScene(text: string): text is SceneName {
  return text in scenes;
}
