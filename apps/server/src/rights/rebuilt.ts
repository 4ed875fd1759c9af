import type { Reading } from '#policies/reading.ts';
import type { Rights } from '#policies/rights.ts';
import { type RightsChange, RightsIndex, type RightsStep } from './rights-index.ts';

/** The rights after a change that concerns very much of them, built anew in steps; those before stay in force meanwhile. */
export function* rebuilt(
  before: RightsIndex,
  change: RightsChange,
  unadministered: Rights['unadministered'],
): Generator<void, RightsStep> {
  const after = RightsIndex.empty(unadministered, before.stamp + 1);
  const { accounts, groups } = before.membership;
  for (const lists of merged(before.administered, change.perms)) yield after.fillPerms(lists);
  for (const group of merged(groups.records, change.groups)) yield after.membership.groups.fill(group);
  for (const account of merged(accounts, change.accounts)) yield after.membership.fillAccount(account);
  return { before, after, changed: [...change.perms.keys()], touched: before.membership.touchedBy(change) };
}

function* merged<Name, Value>(
  held: Reading<Name, Value>,
  changed: ReadonlyMap<Name, Value | undefined>,
): Generator<Value> {
  for (const name of held.keys()) {
    const value = held.get(name);
    if (value !== undefined && !changed.has(name)) yield value;
  }
  for (const value of changed.values()) if (value !== undefined) yield value;
}
