import { type Exit, exits } from '#exit.ts';
import type { Terminal } from '#terminal.ts';

/** Makes and changes users in the store that the settings name (interfaces 1). */
export async function user(_args: readonly string[], terminal: Terminal): Promise<Exit> {
  terminal.warn('sheetwire user is not built yet');
  return exits.usage;
}
