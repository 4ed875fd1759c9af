/** A value as both databases take it: no NUL and no half of a surrogate pair in text, flags as numbers, no undefined. */
export function bindable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'boolean') return Number(value);
  return value === undefined ? null : value;
}

/** PostgreSQL refuses NUL, and UTF-8 has no lone surrogate: hostile names must not turn into store faults. */
export function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '\ufffd') : whole;
}

/** A JSON text column read back; what is written there is our own. */
export function textList(json: string): string[] {
  const list: unknown = JSON.parse(json);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
}

/** A JSON object of texts read back. */
export function textRecord(json: string): Record<string, string> {
  const record: unknown = JSON.parse(json);
  if (typeof record !== 'object' || record === null) return {};
  return Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value === 'string'));
}
