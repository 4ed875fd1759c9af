import { type CommandArgs, type CommandName, type CommandResult, commands } from './commands.ts';
import type { Context } from './context.ts';
import { countsItself, kindsChangedBy, mayHaveChanged, namesChangedBy } from './settings-backups/changes.ts';
import { beforeChange } from './settings-backups/copies.ts';
import { growStamps } from './settings-backups/stamps.ts';

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
