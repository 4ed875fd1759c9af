import type { Look } from './look.ts';

/** Where looks are kept. */
export interface LookStore {
  read(topic: string): Promise<Look | undefined>;
  /** What it is given before it returns outlives the page. */
  write(look: Look): void;
}
