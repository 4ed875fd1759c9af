import { oneSpaced } from '@sheetwire/rules/name';

/** Told while a name is typed: what is saved, where characters that no name can have are left out. */
export function savedAs(typed: string, spell: (text: string) => string | undefined): string | undefined {
  const name = spell(typed);
  const isAsTyped = name === undefined || name.toLowerCase() === oneSpaced(typed).toLowerCase();
  return isAsTyped ? undefined : `Saved as ${name}`;
}
