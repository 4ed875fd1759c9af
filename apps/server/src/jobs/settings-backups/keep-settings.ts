import { limits } from '@sheetwire/contract/limits';
import type { SettingsBackups } from '#ports/settings-backups.ts';
import type { Stores } from '#ports/stores.ts';

export interface KeepSettingsDeps {
  readonly stores: Pick<Stores, 'now'> & { readonly settingsBackups: Pick<SettingsBackups, 'keepDay'> };
}

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Keeps the settings of each day: now, and a few minutes after midnight UTC by the store's clock. Of many servers one
 * writes, the others find it done. Answers how to stop it; a run under way ends first.
 */
export function startKeepingSettings(
  { stores }: KeepSettingsDeps,
  onFault: (error: unknown) => void,
): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const keep = async () => {
    let wait: number = limits.settingsBackups.retry;
    try {
      await stores.settingsBackups.keepDay();
      wait = untilNext(await stores.now());
    } catch (error) {
      onFault(error);
    }
    if (isStopped) return;
    timer = setTimeout(run, wait);
    timer.unref();
  };
  let running = keep();
  const run = () => {
    running = keep();
  };
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
    clearTimeout(timer);
  };
}

/** At most an hour: a clock that was set is noticed. */
function untilNext(now: number): number {
  const { at } = limits.settingsBackups;
  const next = Math.floor((now - at) / day + 1) * day + at;
  return Math.min(hour, next - now);
}
