import { limits } from '@sheetwire/contract/limits';

/** The first add-in version that may view and publish administered reports (spec 9). */
const FIRST = limits.firstAddinVersion.split('.').map(Number);

/** True for 1.2.0 and later, and for callers that are no add-in (API keys carry no version). */
export function mayTouchAdministered(version: string | null): boolean {
  if (version === null) return true;
  const parts = /^(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?/
    .exec(version)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (!parts) return false;
  for (const [n, least] of FIRST.entries()) {
    const part = parts[n] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
