import type { KeptLook } from './look.ts';

/** Where looks are kept. */
export interface LookStore {
  read(topic: string): Promise<KeptLook | undefined>;
  /** What it is given before it returns outlives the page. */
  write(look: KeptLook): void;
}
