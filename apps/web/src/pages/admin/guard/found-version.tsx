import type { Topic } from '@sheetwire/rules/topic';
import { useServices } from '#services.ts';
import { Moment } from '#ui/moment.tsx';

interface FoundVersionProps {
  readonly topic: Topic;
  readonly version: number;
  readonly utc: string;
  /** What each rule found in it. */
  readonly words: readonly string[];
}

/** A version that a rule found, when it was, and the way to it. */
export function FoundVersion({ topic, version, utc, words }: FoundVersionProps) {
  const now = useServices().clock.now();
  return (
    <li>
      <a href={`/${topic.split('/').map(encodeURIComponent).join('/')}?at=${version}`}>
        Version {version.toLocaleString('en-US')}
      </a>
      , <Moment utc={utc} now={now} />: {words.join('; ')}
    </li>
  );
}
