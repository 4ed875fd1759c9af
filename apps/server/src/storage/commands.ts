import { bookCommands } from './books/book-commands.ts';
import { controlSessionCommands } from './controls/session-commands.ts';
import { controlUpdateCommands } from './controls/update-commands.ts';
import { directoryCommands } from './directory/directory-commands.ts';
import { guardCommands } from './guard/guard-commands.ts';
import { healthCommands } from './health.ts';
import { linkedFileCommands } from './linked-files/linked-file-commands.ts';
import { emailKeyCommands } from './people/email-keys.ts';
import { identityLinkCommands } from './people/identity-links.ts';
import { oneTimeCommands } from './people/one-time.ts';
import { seatCommands } from './people/seats.ts';
import { secretGuessCommands } from './people/secret-guesses.ts';
import { sessionCommands } from './people/sessions.ts';
import { ssoSessionCommands } from './people/sso-sessions.ts';
import { storedInfoCommands } from './people/stored-info.ts';
import { throttleCommands } from './people/throttle.ts';
import { tokenCommands } from './people/tokens.ts';
import { userCommands } from './people/users.ts';
import { waitingMailCommands } from './people/waiting-mail.ts';
import { indexCommands } from './reports/cells/index-commands.ts';
import { markCommands } from './reports/past/mark-commands.ts';
import { reportCommands } from './reports/report-commands.ts';
import { retentionCommands } from './reports/retention/retention-commands.ts';
import { sumCommands } from './reports/sums/sum-commands.ts';
import { auditCommands } from './rights/audit.ts';
import { groupCommands } from './rights/groups.ts';
import { permsCommands } from './rights/perms.ts';
import { settingsCommands } from './settings-backups/settings-commands.ts';
import { snapshotRunCommands } from './snapshots/run-commands.ts';
import { snapshotSettingCommands } from './snapshots/setting-commands.ts';
import { snapshotCommands } from './snapshots/snapshot-commands.ts';

/** Every write of the product by its name: the same table serves both databases and crosses to the writer thread. */
export const commands = {
  ...reportCommands,
  ...indexCommands,
  ...sumCommands,
  ...markCommands,
  ...retentionCommands,
  ...snapshotCommands,
  ...snapshotSettingCommands,
  ...snapshotRunCommands,
  ...userCommands,
  ...sessionCommands,
  ...seatCommands,
  ...storedInfoCommands,
  ...tokenCommands,
  ...emailKeyCommands,
  ...throttleCommands,
  ...secretGuessCommands,
  ...identityLinkCommands,
  ...ssoSessionCommands,
  ...oneTimeCommands,
  ...waitingMailCommands,
  ...permsCommands,
  ...groupCommands,
  ...auditCommands,
  ...directoryCommands,
  ...settingsCommands,
  ...controlSessionCommands,
  ...controlUpdateCommands,
  ...linkedFileCommands,
  ...bookCommands,
  ...guardCommands,
  ...healthCommands,
};

export type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandArgs<Name extends CommandName> = Parameters<Commands[Name]>[1];
export type CommandResult<Name extends CommandName> = Awaited<ReturnType<Commands[Name]>>;

/** True for a name of the table: what arrives at the writer thread is checked. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
