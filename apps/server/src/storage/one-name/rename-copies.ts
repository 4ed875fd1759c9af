import { type SettingKind, settingKinds } from '@sheetwire/contract/recoversettings';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { openCopy, packContent, sealOf } from '../settings-backups/content.ts';
import type { NameKind } from './name-columns.ts';
import { isSuspicious, type Renames } from './read-alike.ts';
import type { NamesOfKind } from './rename-columns.ts';

type Db = Context['db'];

const entry = z.record(z.string(), z.unknown());
const copyForm = z.object({ format: z.number(), kind: z.string(), entries: z.array(z.tuple([z.string(), entry])) });
type Copy = z.output<typeof copyForm>;

/** What the entries of a kind are named by, and which of their fields hold principals. */
const forms: Record<SettingKind, { readonly names: NameKind; readonly principals: readonly string[] }> = {
  permissions: { names: 'reports', principals: ['viewers', 'publishers', 'interactors', 'admins'] },
  users: { names: 'principals', principals: ['adUser'] },
  usergroups: { names: 'principals', principals: ['members'] },
  snapshots: { names: 'reports', principals: [] },
};

/** A copy of settings with a name that may have to be spelled anew. */
interface OldCopy {
  readonly kind: SettingKind;
  readonly name: string;
  readonly copy: Copy;
}

/** Adds the names of the copies to those that are stored: a recovery brings them back. True when one is suspicious. */
export async function addCopiedNames(db: Db, names: NamesOfKind): Promise<boolean> {
  let isAny = false;
  for await (const { kind, copy } of suspiciousCopies(db)) {
    isAny = true;
    const add = (of: NameKind, name: string): string => {
      names[of].add(name);
      return name;
    };
    spelled(kind, copy, add);
  }
  return isAny;
}

/** Writes the copies with the names of now: a date's copy says what it said, under what it is called today. */
export async function renameCopies(db: Db, renames: Renames): Promise<void> {
  for await (const { kind, name, copy } of suspiciousCopies(db)) {
    const anew = spelled(kind, copy, (of, old) => renames[of].get(old)?.now ?? old);
    const { hash, body } = await packContent(JSON.stringify(anew));
    const row = { hash, body };
    await db
      .insertInto('settings_content')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    const seal = sealOf({ kind, name, hash });
    await db
      .updateTable('settings_copy')
      .set({ hash, seal })
      .where('kind', '=', kind)
      .where('name', '=', name)
      .execute();
  }
  const used = db.selectFrom('settings_copy').select('hash');
  await db.deleteFrom('settings_content').where('hash', 'not in', used).execute();
}

/** One at a time: a copy may be large. One that is broken stays as it is. */
async function* suspiciousCopies(db: Db): AsyncGenerator<OldCopy> {
  const rows = await db.selectFrom('settings_copy').select(['kind', 'name', 'hash', 'seal']).execute();
  for (const row of rows) {
    const kind = settingKinds.find((one) => one === row.kind);
    const content = await db.selectFrom('settings_content').select('body').where('hash', '=', row.hash).execute();
    const text = await openCopy(row, content[0]?.body);
    if (kind === undefined || text === undefined || !isSuspicious(text)) continue;
    const read = copyForm.safeParse(JSON.parse(text));
    if (read.success) yield { kind, name: row.name, copy: read.data };
  }
}

function spelled(kind: SettingKind, copy: Copy, spell: (of: NameKind, name: string) => string): Copy {
  const form = forms[kind];
  const field = (value: unknown): unknown => {
    if (typeof value === 'string') return spell('principals', value);
    return Array.isArray(value)
      ? value.map((one) => (typeof one === 'string' ? spell('principals', one) : one))
      : value;
  };
  const entries = copy.entries.map(([name, own]): [string, Record<string, unknown>] => [
    spell(form.names, name),
    Object.fromEntries(
      Object.entries(own).map(([key, value]) => [key, form.principals.includes(key) ? field(value) : value]),
    ),
  ]);
  return { ...copy, entries };
}
