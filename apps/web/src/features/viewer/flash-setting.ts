import { createStore, type StoreApi } from 'zustand/vanilla';
import { type LocalStore, localKeys } from '#lib/local-store.ts';

/** Whether changed cells are tinted, as the reader chose in this browser (look: Change flash). */
export interface FlashSetting {
  readonly isOn: StoreApi<boolean>;
  set(isOn: boolean): void;
}

/** The choice as this browser keeps it; on until it is turned off. */
export function makeFlashSetting(store: LocalStore): FlashSetting {
  const isOn = createStore(() => store.read(localKeys.changeFlash) !== 'false');
  return {
    isOn,
    set(isNowOn) {
      store.write(localKeys.changeFlash, String(isNowOn));
      isOn.setState(isNowOn);
    },
  };
}
