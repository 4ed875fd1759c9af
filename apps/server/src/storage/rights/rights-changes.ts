import type { Gropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import type { Group } from '@sheetwire/rules/principal';
import type { RightsChanges, RightsStamps } from '#ports/rights-changes.ts';
import type { Access } from '../access.ts';

/** What changed of rights, by numbers alone. */
export class SqlRightsChanges implements RightsChanges {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  async stamps(): Promise<RightsStamps> {
    const rows = await this.#access.db.selectFrom('settings_stamp').selectAll().execute();
    const of = (kind: keyof RightsStamps) => rows.find((row) => row.kind === kind)?.stamp ?? 0;
    return { permissions: of('permissions'), users: of('users'), usergroups: of('usergroups') };
  }

  async gropics(): Promise<ReadonlyMap<Gropic, number>> {
    const { db } = this.#access;
    const rows = await db.selectFrom('gropic').select(['gropic', 'version']).where('is_administered', '=', 1).execute();
    return new Map(rows.map(({ gropic, version }) => [branded<'Gropic'>(gropic), version]));
  }

  async groups(): Promise<ReadonlyMap<Group, number>> {
    const rows = await this.#access.db.selectFrom('user_group').select(['name', 'version', 'made_at']).execute();
    // One made anew begins at the first version again, but later.
    return new Map(rows.map(({ name, version, made_at }) => [branded<'Group'>(name), made_at + version]));
  }
}
