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
  readonly published: Grants;
  readonly admined: Grants;
  readonly reports: PersistentSets<Gropic, Gropic>;
}

/** The lists of gropics, by gropic and by whom they name: a change costs the names that come and go. */
export class ListsIndex {
  readonly perms: PersistentMap<Gropic, Perms>;
  /** Gropics by who may view them. */
  readonly viewable: Grants;
  /** Gropics by who may publish to them. */
  readonly published: Grants;
  /** Gropics by who administers them. */
  readonly admined: Grants;
  /** Administered reports by their group. */
  readonly reports: PersistentSets<Gropic, Gropic>;

  constructor(facts: Facts = nothing()) {
    this.perms = facts.perms;
    this.viewable = facts.viewable;
    this.published = facts.published;
    this.admined = facts.admined;
    this.reports = facts.reports;
  }

  /** Puts lists into an index that is still being built, before anybody asks it anything. */
  fill(lists: Perms): void {
    const { gropic, viewers, publishers, admins } = lists;
    this.perms.fill(gropic, lists);
    for (const viewer of viewers) this.viewable.fill(viewer, gropic);
    for (const publisher of publishers) this.published.fill(publisher, gropic);
    for (const admin of admins) this.admined.fill(admin, gropic);
    if (isReportGropic(gropic)) this.reports.fill(groupOf(gropic), gropic);
  }

  /** These lists as they are now; undefined makes a gropic unadministered. */
  with(changed: ReadonlyMap<Gropic, Perms | undefined>): ListsStep {
    const [viewable, published, admined] = [newEdit(), newEdit(), newEdit()];
    const reports = new SetsEdit<Gropic, Gropic>();
    const shape = new Map<Gropic, boolean>();
    for (const [gropic, after] of changed) {
      const before = this.perms.get(gropic);
      regrant(viewable, gropic, [before?.viewers, after?.viewers]);
      regrant(published, gropic, [before?.publishers, after?.publishers]);
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
      published: this.published.with(published),
      admined: this.admined.with(admined),
      reports: this.reports.with(reports),
    });
    return { after, viewers: viewable.changes.keys(), admins: admined.changes.keys(), shape };
  }
}

function nothing(): Facts {
  const grants = (): Grants => new PersistentSets();
  const lists = { viewable: grants(), published: grants(), admined: grants() };
  return { perms: new PersistentMap(), ...lists, reports: new PersistentSets() };
}

function newEdit(): SetsEdit<Principal, Gropic> {
  return new SetsEdit();
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
