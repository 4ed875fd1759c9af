import type { Entry, Filter } from 'ldapts';

/** A person as the directory shows them; the name is not yet one of ours. */
export interface FoundPerson {
  /** objectGUID or entryUUID. */
  readonly id: string;
  readonly dn: string;
  readonly name: string;
  readonly email: string;
  readonly isDisabled: boolean;
}

/** A group as the directory shows it. */
export interface FoundGroup {
  readonly id: string;
  readonly dn: string;
  readonly name: string;
  /** Canonical distinguished names. */
  readonly members: readonly string[];
  /** Names of people, where the server keeps members that way. */
  readonly memberNames: readonly string[];
}

/** What a look at the directory found. */
export interface Found {
  readonly people: readonly FoundPerson[];
  readonly groups: readonly FoundGroup[];
}

/** What one kind of directory calls things. */
export interface Dialect {
  readonly name: 'Active Directory' | 'LDAP';
  readonly people: Filter;
  readonly groups: Filter;
  /** The attribute that a person's name is in. */
  readonly nameAttribute: string;
  readonly personAttributes: readonly string[];
  readonly groupAttributes: readonly string[];
  /** Of a group, what shows that it is there. */
  readonly groupIdAttributes: readonly string[];
  readonly bytesAttributes: readonly string[];
  readonly memberAttributes: readonly string[];
  /** Undefined for an entry without a name or an id. */
  person(entry: Entry, now: number): FoundPerson | undefined;
  group(entry: Entry): FoundGroup | undefined;
  /** The place of an entry in the order of changes. */
  stamp(entry: Entry): string;
}
