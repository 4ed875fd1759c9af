import { movable } from '#lib/bytes/file-parts.ts';
import type { CommandArgs, CommandName, CommandResult } from '../commands.ts';

/** Bytes of a command that change threads with it, and those that come back with its answer. */
interface Moving<Name extends CommandName> {
  readonly there: (args: CommandArgs<Name>) => readonly Uint8Array[];
  readonly back?: (result: CommandResult<Name>) => readonly Uint8Array[];
}

/** Commands that carry a whole file, or values for one: a copy of one would be a long turn of the event loop, and nobody would count it. */
const moving: { readonly [Name in CommandName]?: Moving<Name> } = {
  putLinkedFile: { there: ({ parts }) => parts, back: ({ parts }) => parts },
  keepBook: { there: ({ file }) => [file] },
  noteBookValues: { there: ({ body }) => [body] },
};

/** The memory that moves to the writer thread with a command. */
export function movedThere<Name extends CommandName>(name: Name, args: CommandArgs<Name>): ArrayBuffer[] {
  return moving[name]?.there(args).flatMap(movable) ?? [];
}

/** The memory that comes back with an answer. */
export function movedBack<Name extends CommandName>(name: Name, result: CommandResult<Name>): ArrayBuffer[] {
  return moving[name]?.back?.(result).flatMap(movable) ?? [];
}
