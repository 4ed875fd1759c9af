import { branded } from '@sheetwire/rules/name';
import { type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import type { Perms } from '#ports/perms.ts';
import type { none, Role, Target } from './access-table.ts';

export const principals = (names: readonly string[]): Principal[] =>
  names.map((name) => parsePrincipal(name) ?? branded<'User'>(''));

/** Lists of a gropic that name these. */
export function lists(gropic: string, named: Partial<Record<keyof typeof none, readonly string[]>>): Perms {
  const list = (name: keyof typeof none) => principals(named[name] ?? []);
  const all = { viewers: list('viewers'), publishers: list('publishers'), interactors: list('interactors') };
  return { gropic: branded<'Gropic'>(gropic), ...all, admins: list('admins'), version: 0 };
}

/** A body as JSON; one that is none is empty. */
export function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** What became of a cell in one word. */
export function outcomeOf({ status, body }: { status: number; body: Record<string, unknown> }): string {
  if (status !== 200) return String(status);
  return body.unauthorized === true ? 'unauthorized' : 'answered';
}

/** A caller and what it calls on. */
export interface Cell {
  readonly role: Role;
  readonly target: Target;
  readonly may: boolean;
}

/** What a cell is to answer. */
export function due({ role, may }: Pick<Cell, 'role' | 'may'>, refused = 'unauthorized'): string {
  if (role === 'nobody') return '401';
  return may ? 'answered' : refused;
}

/** The answer about a report names it, as the call did. */
export function named(text: string, topic: string): string {
  return text.replace('ACME/NO/SUCH', topic);
}
