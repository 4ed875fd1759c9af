/** How much is measured. */
export interface Plan {
  readonly isQuick: boolean;
  readonly rounds: number;
}

export const plans: { readonly quick: Plan; readonly full: Plan } = {
  quick: { isQuick: true, rounds: 3 },
  full: { isQuick: false, rounds: 5 },
};
