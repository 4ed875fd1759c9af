import type { Services } from '#services.ts';
import type { LiveLine } from './live-line.ts';
import { openLive } from './open-live.ts';

/** One line for each page load, however often the pages that listen come and go. */
const lines = new WeakMap<Services, LiveLine>();

/** This page load's line, opened by whoever listens first. */
export function lineOf(services: Services): LiveLine {
  const { call, clock, browserId } = services;
  const line = lines.get(services) ?? openLive({ call, clock, chance: Math.random, browserId });
  lines.set(services, line);
  return line;
}
