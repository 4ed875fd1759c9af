import type { NotShown } from './model.ts';

/** When TODAY and NOW were, in METADATA: it alone makes no new version. */
export const CALCULATED_AT = 'Calculated at';

/** Characters of METADATA that say what is not shown. */
const mostTold = 2000;

interface Told {
  readonly notShown?: readonly NotShown[] | undefined;
  readonly usesClock?: boolean | undefined;
}

/** What METADATA says of a file beside what its publisher says: what is not shown, and when its clock was read (fidelity 2, 3). */
export function toldMetadata({ notShown = [], usesClock = false }: Told, at: Date): Record<string, string> {
  const told = notShown.map(({ sheet, what, count }) => `${sheet === '' ? '' : `${sheet}: `}${what} (${count})`);
  return {
    ...(told.length > 0 && { 'Not shown': told.join('; ').slice(0, mostTold).toWellFormed() }),
    ...(usesClock && { [CALCULATED_AT]: momentText(at) }),
  };
}

/** The moment as the clock of this machine shows it. */
function momentText(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const zone = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())} UTC${minutes === 0 ? '' : zone}`;
}

function two(number: number): string {
  return String(Math.floor(number)).padStart(2, '0');
}
