import { type Gropic, groupOf, isReportGropic } from '@sheetwire/rules/gropic';
import type { Principal } from '@sheetwire/rules/principal';
import type { Perms } from '#ports/perms.ts';
import { movedBetween } from './moved.ts';
import { PersistentMap } from './persistent-map.ts';
import { PersistentSets, SetsEdit } from './persistent-sets.ts';

/** Which gropics name a principal, in one of their lists. */
type Grants = PersistentSets<Principal, Gropic>;

/** Other lists, and what of them is other. */
export interface ListsStep {
  readonly after: ListsIndex;
  /** Who came into the viewers of a gropic, or went out of them. */
  readonly viewers: Iterable<Principal>;
  readonly admins: Iterable<Principal>;
  /** Gropics that are administered now, or no more. */
  readonly shape: ReadonlyMap<Gropic, boolean>;
}

interface Facts {
  readonly perms: PersistentMap<Gropic, Perms>;
  readonly viewable: Grants;
  readonly admined: Grants;
  readonly reports: PersistentSets<Gropic, Gropic>;
}

/** The lists of gropics, by gropic and by whom they name: a change costs the names that come and go. */
export class ListsIndex {
  readonly perms: PersistentMap<Gropic, Perms>;
  /** Gropics by who may view them. */
  readonly viewable: Grants;
  /** Gropics by who administers them. */
  readonly admined: Grants;
  /** Administered reports by their group. */
  readonly reports: PersistentSets<Gropic, Gropic>;

  constructor(facts: Facts = nothing()) {
    this.perms = facts.perms;
    this.viewable = facts.viewable;
    this.admined = facts.admined;
    this.reports = facts.reports;
  }

  /** Puts lists into an index that is still being built, before anybody asks it anything. */
  fill(lists: Perms): void {
    const { gropic, viewers, admins } = lists;
    this.perms.fill(gropic, lists);
    for (const viewer of viewers) this.viewable.fill(viewer, gropic);
    for (const admin of admins) this.admined.fill(admin, gropic);
    if (isReportGropic(gropic)) this.reports.fill(groupOf(gropic), gropic);
  }

  /** These lists as they are now; undefined makes a gropic unadministered. */
  with(changed: ReadonlyMap<Gropic, Perms | undefined>): ListsStep {
    const [viewable, admined] = [new SetsEdit<Principal, Gropic>(), new SetsEdit<Principal, Gropic>()];
    const reports = new SetsEdit<Gropic, Gropic>();
    const shape = new Map<Gropic, boolean>();
    for (const [gropic, after] of changed) {
      const before = this.perms.get(gropic);
      regrant(viewable, gropic, [before?.viewers, after?.viewers]);
      regrant(admined, gropic, [before?.admins, after?.admins]);
      if ((before === undefined) === (after === undefined)) continue;
      shape.set(gropic, after !== undefined);
      if (!isReportGropic(gropic)) continue;
      if (after) reports.put(groupOf(gropic), gropic);
      else reports.take(groupOf(gropic), gropic);
    }
    const after = new ListsIndex({
      perms: this.perms.with(changed),
      viewable: this.viewable.with(viewable),
      admined: this.admined.with(admined),
      reports: this.reports.with(reports),
    });
    return { after, viewers: viewable.changes.keys(), admins: admined.changes.keys(), shape };
  }
}

function nothing(): Facts {
  const [viewable, admined] = [new PersistentSets<Principal, Gropic>(), new PersistentSets<Principal, Gropic>()];
  return { perms: new PersistentMap(), viewable, admined, reports: new PersistentSets() };
}

function regrant(
  edit: SetsEdit<Principal, Gropic>,
  gropic: Gropic,
  [before = [], after = []]: readonly [readonly Principal[] | undefined, readonly Principal[] | undefined],
): void {
  const { gone, come } = movedBetween(before, after);
  for (const one of gone) edit.take(one, gropic);
  for (const one of come) edit.put(one, gropic);
}
