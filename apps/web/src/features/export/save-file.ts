import { limits } from '@sheetwire/contract/limits';
import type { Clock } from '#lib/clock.ts';

/** Hands a file to the browser to keep among its downloads. */
export function saveFile(file: Blob, name: string, clock: Clock): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  clock.after(limits.export.keepFile, () => URL.revokeObjectURL(address));
}
