import type { Topic } from '@sheetwire/rules/topic';
import { Button } from '#ui/button.tsx';
import type { VersionDeed } from './version-dialog.tsx';

export interface VersionActionsProps {
  readonly topic: Topic;
  readonly version: number;
  /** When it was published, in words. */
  readonly when: string;
  /** '' when it has none. */
  readonly tag: string;
  /** Viewers see it now. */
  readonly isNewest: boolean;
  readonly onChoose: (deed: VersionDeed) => void;
}

/** What may be done with a version by who keeps the report's history (time 4). */
export function VersionActions({ isNewest, onChoose, ...of }: VersionActionsProps) {
  const name = `version ${of.version.toLocaleString('en-US')}`;
  return (
    <>
      <Button size="small" aria-label={`Tag… ${name}`} onPress={() => onChoose({ ...of, kind: 'tag' })}>
        Tag…
      </Button>
      {isNewest ? null : (
        <Button
          size="small"
          aria-label={`Roll back to this… ${name}`}
          onPress={() => onChoose({ ...of, kind: 'rollback' })}
        >
          Roll back to this…
        </Button>
      )}
    </>
  );
}
