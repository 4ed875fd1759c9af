import { connectionFacts } from '#features/connection/connection.ts';
import { LineSense } from '#features/connection/line-sense.ts';
import { pageHidden } from '#lib/page-hidden.ts';
import type { Services } from '#services.ts';
import { joinStream } from './join-stream.ts';
import type { LiveLine } from './live-line.ts';
import { openLive } from './open-live.ts';

/** A page load's end of the stream, and the sense that tells whether it is alive. */
interface Lines {
  readonly live: LiveLine;
  readonly line: LineSense;
}

/** One for each page load, however often the pages that listen come and go. */
const opened = new WeakMap<Services, Lines>();

/** This page load's line, opened by whoever listens first. */
export function lineOf(services: Services): LiveLine {
  return linesOf(services).live;
}

/** Whether the line to the server is alive, by all that comes over it. */
export function lineSenseOf(services: Services): LineSense {
  return linesOf(services).line;
}

function linesOf(services: Services): Lines {
  const lines = opened.get(services) ?? openLines(services);
  opened.set(services, lines);
  return lines;
}

function openLines({ clock, browserId }: Pick<Services, 'clock' | 'browserId'>): Lines {
  const live = openLive({ clock, chance: Math.random, browserId });
  const line = new LineSense({ clock, facts: connectionFacts });
  joinStream(live, line);
  addEventListener('offline', () => line.lost());
  pageHidden.subscribe(() => line.look());
  return { live, line };
}
