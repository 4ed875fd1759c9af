import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { Stores } from '@sheetwire/server/ports/stores';
import { readPages } from '@sheetwire/server/report/clean-report';
import type { Cleaner } from '@sheetwire/server/report/cleaner';
import { businessDayOf, dateOf, isoDay } from './desk/business-days.ts';
import { closingBook } from './desk/desk-feed.ts';
import { rendered } from './desk-publisher.ts';

const PAST_DAYS = 10;
const CLOSE_HOUR = 17;

interface SnapshotSeed {
  readonly stores: Pick<Stores, 'snapshots'>;
  readonly cleaner: Cleaner;
  readonly topic: Topic;
  readonly sender: string;
  readonly now: Date;
}

/** Gives the report a history: the close of each of the last business days that has no snapshot yet. */
export async function seedSnapshots({ stores, cleaner, topic, sender, now }: SnapshotSeed): Promise<void> {
  const have = new Set(await stores.snapshots.dates(topic));
  const today = businessDayOf(now);
  for (let businessDay = today - PAST_DAYS; businessDay < today; businessDay++) {
    const date = isoDay(businessDay);
    if (have.has(date)) continue;
    const closedAt = new Date(dateOf(businessDay).getTime() + CLOSE_HOUR * 3_600_000);
    const { pages, metadata } = await rendered(closingBook(businessDay, closedAt));
    const input = {
      pages: pages.map((page) => ({ ...page, styles: [...page.styles] })),
      metadata,
      holdControls: false,
    };
    const cleaned = readPages(input, reportLimits);
    await stores.snapshots.capture({
      topic,
      date,
      capturedAt: closedAt.getTime(),
      report: {
        version: 1,
        time: `${date.replaceAll('-', '')}${CLOSE_HOUR}0000000`,
        sender,
        pages: cleaned.map(({ name, user, styles, cut }) => ({ name, user, styles, html: cut.html })),
        metadata,
        holdControls: false,
        cleaner: cleaner.version,
      },
    });
  }
}

const reportLimits = {
  bytes: limits.maxReport,
  pages: limits.maxPages,
  cells: limits.maxCells,
  metadataBytes: limits.maxMetadata,
};
