import { isEmail } from '@sheetwire/rules/email';

/** What stands in the form of a new address. */
export interface EmailEntry {
  /** Empty when it cannot be retrieved. */
  readonly current: string;
  readonly next: string;
  readonly again: string;
}

/** Why SUBMIT is disabled; undefined when it is not (spec 5, Change email). */
export function emailRefusal({ current, next, again }: EmailEntry): string | undefined {
  if (current === '') return 'Your current address is unknown';
  if (isBlank(next)) return 'Enter the new address';
  if (isBlank(again)) return 'Enter the new address again';
  if (!isSame(next, again)) return 'The addresses do not match';
  if (isSame(next, current)) return 'This is already your address';
  return isEmail(next.trim()) ? undefined : 'This is not a valid email address';
}

/** What stands under the first input once it is left, so that nobody is corrected while typing. */
export function nextFault({ current, next }: EmailEntry): string | undefined {
  if (isBlank(next)) return undefined;
  if (!isEmail(next.trim())) return 'This is not a valid email address';
  return isSame(next, current) ? 'This is already your address' : undefined;
}

/** What stands under the second input once it cannot become the first by typing on. */
export function againFault({ next, again }: EmailEntry): string | undefined {
  const isOnTheWay = lower(next).startsWith(lower(again));
  return isBlank(next) || isOnTheWay ? undefined : 'The addresses do not match';
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function isSame(one: string, other: string): boolean {
  return lower(one) === lower(other);
}

function lower(text: string): string {
  return text.trim().toLowerCase();
}
