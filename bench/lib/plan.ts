/** How much is measured. */
export interface Plan {
  readonly isQuick: boolean;
  readonly rounds: number;
  /** How many watch at once where versions are given out to many. */
  readonly viewers: readonly number[];
}

export const plans: { readonly quick: Plan; readonly full: Plan } = {
  quick: { isQuick: true, rounds: 3, viewers: [1000] },
  full: { isQuick: false, rounds: 5, viewers: [1000, 5000] },
};
