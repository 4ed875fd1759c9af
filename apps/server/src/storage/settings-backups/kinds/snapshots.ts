import { branded } from '@sheetwire/rules/name';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { snapshotSettingCommands } from '../../snapshots/setting-commands.ts';
import { makeKind } from '../kind.ts';

const entry = z.strictObject({ captures: z.boolean(), time: z.string(), location: z.string(), backdates: z.boolean() });
type Setting = z.output<typeof entry>;

/** When reports are captured (spec 3, Snapshot settings); what is due until now is still taken as it was set before. */
export const snapshots = makeKind<Setting>({
  kind: 'snapshots',
  entry,
  tables: ['snapshot_setting'],
  read,
  async keep() {
    return (_, setting) => setting;
  },
  async consequences() {
    return { ended: [], adopted: [], gone: [], alsoChanges: [], doorOf: undefined };
  },
  async apply(context, { added, changed, removed, present, by }) {
    const off = removed.flatMap((name) => {
      const setting = present.get(name);
      return setting === undefined ? [] : [[name, { ...setting, captures: false }] as const];
    });
    for (const [name, setting] of [...off, ...added, ...changed]) {
      const change = { setting: { gropic: branded<'Gropic'>(name), ...setting }, by: { actor: by, address: '' } };
      await snapshotSettingCommands.saveSnapshotSetting(context, change);
    }
    for (const [name] of off) await context.db.deleteFrom('snapshot_setting').where('gropic', '=', name).execute();
  },
});

async function read(db: Context['db']): Promise<Map<string, Setting>> {
  const rows = await db
    .selectFrom('snapshot_setting')
    .select(['gropic', 'captures', 'time', 'location', 'backdates'])
    .orderBy('gropic')
    .execute();
  return new Map(
    rows.map(({ gropic, captures, time, location, backdates }) => [
      gropic,
      { captures: captures === 1, time, location, backdates: backdates === 1 },
    ]),
  );
}
