import type { Topic } from '@sheetwire/rules/topic';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { type VersionDeed, VersionDialog } from './version-dialog.tsx';

export interface VersionActionsProps {
  readonly topic: Topic;
  readonly version: number;
  /** When it was published, in words. */
  readonly when: string;
  /** '' when it has none. */
  readonly tag: string;
  /** Viewers see it now. */
  readonly isNewest: boolean;
  readonly onDone: (kind: VersionDeed['kind']) => void;
}

/** What may be done with a version by who keeps the report's history (time 4). */
export function VersionActions({ isNewest, onDone, ...of }: VersionActionsProps) {
  // What was chosen stays chosen, though another version is shown meanwhile.
  const [deed, setDeed] = useState<VersionDeed>();
  const choose = (kind: VersionDeed['kind']) => setDeed({ ...of, kind });
  const name = `version ${of.version.toLocaleString('en-US')}`;
  return (
    <>
      <Button size="small" aria-label={`Tag… ${name}`} onPress={() => choose('tag')}>
        Tag…
      </Button>
      {isNewest ? null : (
        <Button size="small" aria-label={`Roll back to this… ${name}`} onPress={() => choose('rollback')}>
          Roll back to this…
        </Button>
      )}
      {deed === undefined ? null : (
        <VersionDialog deed={deed} onClose={() => setDeed(undefined)} onDone={() => onDone(deed.kind)} />
      )}
    </>
  );
}
