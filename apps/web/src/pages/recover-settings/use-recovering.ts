import { texts } from '@sheetwire/contract/errors';
import { recover, type SettingKind } from '@sheetwire/contract/recoversettings';
import { useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { deedWords } from '#features/asked/deed-words.ts';
import { useDoing, useOwnCalls } from '#features/asked/use-asked.ts';
import { kindWords } from '#features/recovery/recovery.ts';

/** What is to be recovered, and what with it. */
export interface Recovery {
  readonly settings: SettingKind;
  readonly settingsDate: string;
  readonly also: readonly SettingKind[] | undefined;
}

/** What a recovery came to. */
export interface RecoverResult {
  readonly success: boolean;
  readonly message: string;
}

export interface Recovering {
  readonly isBusy: boolean;
  /** Moves with each that failed: what was compared before may be recovered by now. */
  readonly round: number;
  readonly recover: (what: Recovery) => void;
}

/** One recovery at a time, whatever is chosen meanwhile. It ends with a result, or in an alert and without one. */
export function useRecovering(onEnded: (what: Recovery, result: RecoverResult | undefined) => void): Recovering {
  const call = useOwnCalls();
  const [round, setRound] = useState(0);
  const { isBusy, run } = useDoing((text) => console.error('The settings were not recovered:', text));
  const go = async (what: Recovery) => {
    const { settings, settingsDate, also } = what;
    try {
      const answer = await call(recover, { settings, settingsDate, ...(also && { also: [...also] }) });
      const { success = false, message = '', unauthorized } = answer;
      onEnded(what, { success, message: unauthorized ? texts.unauthorized : message });
    } catch (error) {
      showAlert(deedWords(`Recover ${kindWords[settings]}`, error));
      setRound((before) => before + 1);
      onEnded(what, undefined);
      throw error;
    }
  };
  return { isBusy, round, recover: (what) => run(() => go(what)) };
}
