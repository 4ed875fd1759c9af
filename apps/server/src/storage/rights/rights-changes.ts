import type { RightsChanges, RightsStamps } from '#ports/rights-changes.ts';
import type { Access } from '../access.ts';
import { namesSince } from '../settings-backups/stamped.ts';

/** What changed of rights, by numbers alone. */
export class SqlRightsChanges implements RightsChanges {
  readonly #db: Access['db'];
  constructor({ db, looks = db }: Pick<Access, 'db' | 'looks'>) {
    this.#db = looks;
  }

  async stamps(): Promise<RightsStamps> {
    const rows = await this.#db.selectFrom('settings_stamp').selectAll().execute();
    const of = (kind: keyof RightsStamps) => rows.find((row) => row.kind === kind)?.stamp ?? 0;
    return {
      permissions: of('permissions'),
      users: of('users'),
      usergroups: of('usergroups'),
      sessions: of('sessions'),
    };
  }

  since(kind: keyof RightsStamps, stamp: number, most: number): Promise<readonly string[] | 'any'> {
    return namesSince(this.#db, { kind, stamp }, most);
  }
}
