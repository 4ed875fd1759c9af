import type { Clock } from '@sheetwire/client/clock';
import type { LiveBook } from '../live-book.ts';
import type { LiveState } from './live-state.ts';
import type { BookPortal } from './portal.ts';

/** What a live workbook's publisher works with. */
export interface PublisherParts {
  readonly book: LiveBook;
  readonly portal: BookPortal;
  readonly clock: Clock;
  readonly chance: () => number;
  /** Gives the spreadsheet its turn: a macrotask. */
  readonly pause: () => Promise<void>;
  readonly topic: string;
  /** Names this publisher, so that an operator sees who took over from whom. */
  readonly instanceId: string;
  /** Waits until the report's publisher is gone, instead of taking over. */
  readonly isStandby?: boolean;
  /** Sent with the calls of the line, such as the publish secret. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onState: (state: LiveState) => void;
}
