import { lineOf } from '#features/live/line-of.ts';
import { pageHidden } from '#lib/page-hidden.ts';
import type { Services } from '#services.ts';
import type { PollingPlace } from './hinted-polling.ts';

/** Where the lists of a page are polled: this page load's clock, its line and whether it shows. */
export function placeOf(services: Services): PollingPlace {
  const { clock, isMobile } = services;
  return { clock, isMobile, isHidden: pageHidden, live: lineOf(services) };
}
