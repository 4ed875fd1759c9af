import { type ReactNode, useState } from 'react';
import { type VersionDeed, VersionDialog } from './version-dialog.tsx';

interface DeedChoice {
  readonly choose: (deed: VersionDeed) => void;
  /** Asks what there is to know of what was chosen, whatever becomes of the place where it was. */
  readonly dialog: ReactNode;
}

/** What was chosen to be done with a version stays chosen until it is done or given up. When it ended, no deed is told where it failed. */
export function useVersionDeed(onEnded: (done: VersionDeed | undefined) => void): DeedChoice {
  const [deed, setDeed] = useState<VersionDeed>();
  const dialog =
    deed === undefined ? null : (
      <VersionDialog
        deed={deed}
        onClose={() => setDeed(undefined)}
        onDone={() => onEnded(deed)}
        onFailed={() => onEnded(undefined)}
      />
    );
  return { choose: setDeed, dialog };
}
