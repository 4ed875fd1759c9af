/** A field of an answer that may be any. */
export function fieldOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined;
  return Object.entries(source).find(([key]) => key === name)?.[1];
}
