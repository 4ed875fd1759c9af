import type { Identity } from '#identity/identity.ts';
import type { DirectoryEffects } from '#ports/directory.ts';

export interface DirectoryEffectsDeps {
  readonly identity: Pick<Identity, 'lines' | 'stores' | 'clock'>;
  readonly rightsChanged: () => Promise<void>;
  readonly say: DirectoryEffects['say'];
  readonly onFault: (error: unknown) => void;
}

/**
 * What a change in the directory does here: who was disabled is out at once (semantics 3, 8). The store wrote the rows of
 * the audit log with the accounts; an outage changes nothing, and its row stands alone.
 */
export function directoryEffects({ identity, rightsChanged, say, onFault }: DirectoryEffectsDeps): DirectoryEffects {
  const { lines, stores, clock } = identity;
  const note = (action: string, after: string | null = null) =>
    stores.audit.add({ at: clock.now(), actor: 'directory', action, object: '', after, address: '' });
  return {
    async ended(user) {
      await lines.endUser(user, 'everything');
      lines.changedUser(user);
    },
    changed(user) {
      lines.changedUser(user);
    },
    rightsChanged,
    outage(line) {
      const noted = line === '' ? note('directory sync resumed') : note('directory sync failed', line);
      noted.catch(onFault);
    },
    say,
    onFault,
  };
}
