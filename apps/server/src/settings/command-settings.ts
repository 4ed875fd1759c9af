import type { ExitName } from '@sheetwire/contract/exits';
import { messageOf, StartFault } from '#lib/start-fault.ts';
import { readEnvironment } from './read-environment.ts';
import { parseSettings, type Settings } from './settings.ts';

/** What a command of the operator ends with that has no settings to work with. */
export interface NoSettings {
  readonly outcome: ExitName;
  readonly message: string;
}

/** The settings for a command of the operator; one that is not known is told, as it may be why another store is used. */
export function commandSettings(
  tell: (line: string) => void,
  read: () => Readonly<Record<string, string | undefined>> = readEnvironment,
): { readonly settings: Settings } | NoSettings {
  try {
    const result = parseSettings(read());
    for (const line of unknownWords(result.unknown)) tell(line);
    return 'faults' in result ? { outcome: 'usage', message: result.faults.join('\n') } : result;
  } catch (error) {
    if (!(error instanceof StartFault)) throw error;
    return { outcome: error.exit, message: messageOf(error) };
  }
}

/** A line for each variable that is no setting. */
export function unknownWords(unknown: readonly string[]): string[] {
  return unknown.map((name) => `Unknown setting ${name}; check the spelling`);
}
