/** The long form of the tests, `npm run soak`. */
export const isSoak: boolean = process.env.SHEETWIRE_SOAK === 'yes';

/** Of a list whose items tell much the same: one of so many, from the first on; all of them in the soak. */
export function oneOf<T>(every: number, items: readonly T[]): readonly T[] {
  return isSoak ? items : items.filter((_, n) => n % every === 0);
}
