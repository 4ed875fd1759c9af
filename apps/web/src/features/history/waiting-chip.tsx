import { Link } from '@tanstack/react-router';
import { sinceWords, utcWords } from '#lib/moment-words.ts';
import { Chip } from '#ui/message.tsx';

interface WaitingChipProps {
  readonly topic: string;
  readonly sinceUtc: string;
  /** By the server's clock. */
  readonly now: number;
  /** The reader may release it: the way there stands beside it. */
  readonly mayRelease: boolean;
}

/** Viewers keep the last good version, and read that a newer one waits (time 5). */
export function WaitingChip({ topic, sinceUtc, now, mayRelease }: WaitingChipProps) {
  const at = new Date(sinceUtc);
  return (
    <span role="status" className="row waiting">
      <Chip tone="amber" icon="pause">
        <span>
          A newer publish has been waiting for approval since{' '}
          <time dateTime={sinceUtc} title={`${utcWords(at)} UTC`}>
            {sinceWords(at, new Date(now))}
          </time>
        </span>
      </Chip>
      {mayRelease ? (
        <Link to="/publishing" hash={topic}>
          Review
        </Link>
      ) : null}
    </span>
  );
}
