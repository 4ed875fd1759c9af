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
  const [kind, setKind] = useState<VersionDeed['kind']>();
  const name = `version ${of.version.toLocaleString('en-US')}`;
  return (
    <>
      <Button size="small" aria-label={`Tag… ${name}`} onPress={() => setKind('tag')}>
        Tag…
      </Button>
      {isNewest ? null : (
        <Button size="small" aria-label={`Roll back to this… ${name}`} onPress={() => setKind('rollback')}>
          Roll back to this…
        </Button>
      )}
      {kind === undefined ? null : (
        <VersionDialog deed={{ ...of, kind }} onClose={() => setKind(undefined)} onDone={() => onDone(kind)} />
      )}
    </>
  );
}
