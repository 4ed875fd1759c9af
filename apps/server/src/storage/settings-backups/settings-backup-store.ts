import { settingKinds } from '@sheetwire/contract/recoversettings';
import type { CopyChoice, RecoveryOutcome, SettingsBackups, SettingsCopy } from '#ports/settings-backups.ts';
import type { Access } from '../access.ts';
import { heardOf } from './told-outcome.ts';

/** Daily copies of the settings, in the store itself. */
export class SqlSettingsBackups implements SettingsBackups {
  readonly #access: Access;
  constructor(access: Access) {
    this.#access = access;
  }

  keepDay(): Promise<void> {
    return this.#access.write('keepSettingsDay', {});
  }

  async copies(): Promise<readonly SettingsCopy[]> {
    const rows = await this.#access.db
      .selectFrom('settings_copy')
      .select(['kind', 'name', 'is_undo'])
      .orderBy('name', 'desc')
      .orderBy('kind')
      .execute();
    return rows.flatMap(({ kind, name, is_undo }) => {
      const known = settingKinds.find((one) => one === kind);
      return known === undefined ? [] : [{ kind: known, name, isUndo: is_undo === 1 }];
    });
  }

  async preview(choice: CopyChoice): Promise<RecoveryOutcome> {
    return heardOf(await this.#access.preview(choice));
  }

  async recover(choice: CopyChoice, address: string): Promise<RecoveryOutcome> {
    return heardOf(await this.#access.recover({ choice, address }));
  }
}
