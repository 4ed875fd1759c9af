import type { KeptLook, Look } from './look.ts';

/** Where looks are kept, for all tabs of this browser. */
export interface LookStore {
  /** What is kept of a report, without what was dismissed in any tab. */
  read(topic: string): Promise<KeptLook | undefined>;
  /** What it is given before it returns outlives the page. */
  write(look: KeptLook): void;
  /** What changed until this look was seen: that stays so, whatever another tab writes later of an older one. */
  dismiss(look: Look): void;
  /** Hears of each report that is dismissed in another tab, and which version of it. */
  onDismissed(hear: (topic: string, version: number) => void): void;
}
