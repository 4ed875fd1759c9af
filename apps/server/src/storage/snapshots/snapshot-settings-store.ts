import { type Gropic, groupOf } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import type { Selectable } from 'kysely';
import type { ChangedBy, SnapshotSetting, SnapshotSettingStore } from '#ports/snapshot-schedule.ts';
import type { Access } from '../access.ts';
import type { SnapshotSettingTable } from '../tables/snapshot-tables.ts';

/** The daily snapshot of each gropic that has a setting. */
export class SqlSnapshotSettingStore implements SnapshotSettingStore {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  async get(gropic: Gropic): Promise<SnapshotSetting | undefined> {
    const row = await this.#rows().where('gropic', '=', gropic).executeTakeFirst();
    return row && settingOf(row);
  }

  async effective(gropic: Gropic): Promise<SnapshotSetting | undefined> {
    const rows = await this.#rows()
      .where('gropic', 'in', [gropic, groupOf(gropic)])
      .execute();
    const row = rows.find((one) => one.gropic === gropic) ?? rows[0];
    return row && settingOf(row);
  }

  async list(): Promise<readonly SnapshotSetting[]> {
    return (await this.#rows().orderBy('gropic').execute()).map(settingOf);
  }

  save(setting: SnapshotSetting, by: ChangedBy): Promise<void> {
    return this.#access.write('saveSnapshotSetting', { setting, by });
  }

  #rows() {
    return this.#access.db.selectFrom('snapshot_setting').selectAll();
  }
}

function settingOf(row: Selectable<SnapshotSettingTable>): SnapshotSetting {
  return {
    gropic: branded<'Gropic'>(row.gropic),
    captures: row.captures === 1,
    time: row.time,
    location: row.location,
    backdates: row.backdates === 1,
  };
}
