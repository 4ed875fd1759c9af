import { limits } from '@sheetwire/contract/limits';
import type { SettingKind } from '@sheetwire/contract/recoversettings';
import type { User } from '@sheetwire/rules/principal';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { KindChange, Recovery } from '#ports/settings-backups.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database.ts';
import type { Moves, Names } from './kinds/names.ts';

type Db = Context['db'];

/** How a kind goes from what it is to what a copy says. */
export interface Difference<Entry> {
  readonly total: number;
  readonly added: ReadonlyMap<string, Entry>;
  readonly changed: ReadonlyMap<string, Entry>;
  readonly removed: readonly string[];
  readonly leftOut: ReadonlySet<string>;
  /** The kind as it stands. */
  readonly present: ReadonlyMap<string, Entry>;
  readonly by: User;
}

/** What a kind brings for its copies and their way back. */
interface KindParts<Entry> {
  readonly kind: SettingKind;
  readonly entry: z.ZodMiniType<Entry>;
  /** What its entries are read from. */
  readonly tables: readonly (keyof Database)[];
  /** Every entry by its name, in order. */
  read(db: Db): Promise<Map<string, Entry>>;
  /** What stands afterwards in place of an entry of the copy; undefined leaves it out. Names left out are noted. */
  keep(db: Db, copy: KeptCopy): Promise<Keep<Entry>>;
  /** What else the difference does beyond its entries. */
  consequences(db: Db, difference: Difference<Entry>): Promise<Consequences>;
  apply(context: Context, difference: Difference<Entry>): Promise<void>;
  /** Since when an entry is there under its name; left out by kinds whose entries are nobody. */
  since?(entry: Entry): number;
}

/** A copy as it looks to its kind. */
export interface KeptCopy {
  readonly names: ReadonlySet<string>;
  readonly by: User;
  /** When it was written: who came later under a name of it is somebody else. */
  readonly at: number;
  /** Who there is by then. */
  readonly known: Names;
}

export interface Consequences extends Pick<Recovery, 'ended' | 'adopted'> {
  /** Users and groups that go: rights and groups that name them lose them. */
  readonly gone: readonly string[];
  /** Other kinds that lose what named something that goes. */
  readonly alsoChanges: readonly SettingKind[];
  /** Whether an account stands afterwards, and how it may be entered; undefined when accounts stay as they are. */
  readonly doorOf: ((user: User) => Door | undefined) | undefined;
}

/** What an account can be entered by. */
export interface Door {
  readonly hasPassword: boolean;
  readonly adUser: string | null;
  readonly isDisabled: boolean;
}

export type Keep<Entry> = (name: string, entry: Entry, notes: Notes<Entry>) => Entry | undefined;

interface Notes<Entry> {
  readonly present: Entry | undefined;
  readonly leftOut: Set<string>;
}

/** The way from the present settings to a copy. */
export interface Way extends Consequences {
  readonly change: KindChange;
  /** Who there is once this way was gone. */
  readonly known: Names;
  apply(context: Context): Promise<void>;
}

/** Whose recovery it is, and who there is by then: other kinds may be recovered before it in the same step. */
export interface Going {
  readonly by: User;
  readonly known: Names;
}

/** What a copy says, and when it was written. */
export interface CopyText {
  readonly text: string;
  readonly at: number;
}

/** One kind of settings, whatever its entries are. */
export interface Kind {
  readonly kind: SettingKind;
  /** More than is read and packed while others wait. */
  isLong(db: Db): Promise<boolean>;
  /** The kind as text: the same text for the same settings. */
  text(db: Db): Promise<string>;
  /** Undefined when the text is no copy of this kind that this version of the product can read. */
  wayTo(db: Db, copy: CopyText, going: Going): Promise<Way | undefined>;
}

const FORMAT = 1;

/** A kind from its parts. */
export function makeKind<Entry>(parts: KindParts<Entry>): Kind {
  const { kind } = parts;
  const form = z.strictObject({
    format: z.literal(FORMAT),
    kind: z.literal(kind),
    entries: z.array(z.tuple([z.string(), parts.entry])),
  });
  return {
    kind,
    async isLong(db) {
      const most = limits.settingsBackups.atOnce;
      let rows = 0;
      for (const table of parts.tables) rows += await rowsUpTo(db, table, most + 1);
      return rows > most;
    },
    async text(db) {
      return JSON.stringify({ format: FORMAT, kind, entries: [...(await parts.read(db))] });
    },
    async wayTo(db, { text, at }, { by, known }) {
      const read = form.safeParse(parse(text));
      if (!read.success) return undefined;
      const present = await parts.read(db);
      const copy = new Map(read.data.entries);
      const keep = await parts.keep(db, { names: new Set(copy.keys()), by, at, known });
      const difference = differ(present, copy, { keep, by });
      const { total, added, changed, removed, leftOut } = difference;
      const names = { added: [...added.keys()], changed: [...changed.keys()], leftOut: [...leftOut].sort() };
      const { since } = parts;
      return {
        ...(await parts.consequences(db, difference)),
        change: { kind, total, removed, ...names },
        known: since === undefined ? known : known.after(movesOf(difference, since, kind === 'users')),
        apply: (context) => parts.apply(context, difference),
      };
    },
  };
}

/** How many rows a table has, counted no further than `most`. */
async function rowsUpTo(db: Db, table: keyof Database, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${sql.table(table)} limit ${most}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

function differ<Entry>(
  present: ReadonlyMap<string, Entry>,
  copy: ReadonlyMap<string, Entry>,
  { keep, by }: { readonly keep: Keep<Entry>; readonly by: User },
): Difference<Entry> {
  const [added, changed, leftOut] = [new Map<string, Entry>(), new Map<string, Entry>(), new Set<string>()];
  const standing = new Set<string>();
  for (const [name, entry] of copy) {
    const before = present.get(name);
    const after = keep(name, entry, { present: before, leftOut });
    if (after === undefined) continue;
    standing.add(name);
    if (before === undefined) added.set(name, after);
    else if (JSON.stringify(before) !== JSON.stringify(after)) changed.set(name, after);
  }
  const removed = [...present.keys()].filter((name) => !standing.has(name));
  return { total: standing.size, added, changed, removed, leftOut, present, by };
}

function movesOf<Entry>(
  { removed, added }: Difference<Entry>,
  since: (entry: Entry) => number,
  areUsers: boolean,
): Moves {
  return { gone: removed, come: new Map([...added].map(([name, entry]) => [name, since(entry)])), areUsers };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
