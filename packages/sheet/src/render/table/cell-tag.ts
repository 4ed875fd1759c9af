import type { Role } from './roles.ts';

/** The tag of a cell as far as its name. */
export function cellHead([tag, scope]: Role, spans = ''): string {
  return `<${tag}${spans}${scope} data-cell="`;
}

/** What of a cell's tag hangs on what it shows. */
interface TagFacts {
  readonly isNumber: boolean;
  /** Colour of its number format, by name. */
  readonly ink: string | undefined;
  /** The attribute of its style. */
  readonly styled: string;
}

/** The tag of a cell behind its name. */
export function cellTail({ isNumber, ink, styled }: TagFacts): string {
  return `"${isNumber ? ' data-num=""' : ''}${ink ? ` data-ink="${ink}"` : ''}${styled}>`;
}

/** The end of a cell. */
export function cellEnd([tag]: Role): string {
  return `</${tag}>`;
}
