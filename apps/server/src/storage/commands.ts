import type { Context } from './access.ts';
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
import { countsItself, kindsChangedBy, mayHaveChanged, namesChangedBy } from './settings-backups/changes.ts';
import { beforeChange } from './settings-backups/copies.ts';
import { settingsCommands } from './settings-backups/settings-commands.ts';
import { growStamps } from './settings-backups/stamps.ts';
import { snapshotRunCommands } from './snapshots/run-commands.ts';
import { snapshotSettingCommands } from './snapshots/setting-commands.ts';
import { snapshotCommands } from './snapshots/snapshot-commands.ts';

/** Every write of the product by its name: the same table serves both databases and crosses to the writer thread. */
const commands = {
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

type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandArgs<Name extends CommandName> = Parameters<Commands[Name]>[1];
export type CommandResult<Name extends CommandName> = Awaited<ReturnType<Commands[Name]>>;

/** Runs a command within the transaction of its context; settings that it may change are kept first. */
export async function runCommand<Name extends CommandName>(
  context: Context,
  name: Name,
  args: CommandArgs<Name>,
): Promise<CommandResult<Name>> {
  const command: Record<CommandName, unknown> = commands;
  const run = command[name] as (context: Context, args: CommandArgs<Name>) => Promise<CommandResult<Name>>;
  const kinds = kindsChangedBy(name, args);
  if (kinds.length === 0) return run(context, args);
  await beforeChange(context, kinds);
  const result = await run(context, args);
  if (!countsItself(name) && mayHaveChanged(result)) await growStamps(context, namesChangedBy(name, args));
  return result;
}

/** True for a name of the table: what arrives at the writer thread is checked. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
