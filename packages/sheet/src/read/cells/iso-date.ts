const dayMs = 86_400_000;
const epoch1900 = Date.UTC(1899, 11, 30);
const firstOfMarch1900 = 61;
const epoch1904 = Date.UTC(1904, 0, 1);

/** The serial number of a date as ISO 8601 has it; undefined for any other text. */
export function serialOfIso(text: string, has1904Dates: boolean): number | undefined {
  const time = /^\d{4}-\d\d-\d\d/.test(text)
    ? Date.parse(/[zZ]$/.test(text) || !text.includes('T') ? text : `${text}Z`)
    : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  if (has1904Dates) return (time - epoch1904) / dayMs;
  const serial = (time - epoch1900) / dayMs;
  // The 1900 system has a 29 February 1900 that never was: the days before it have one less.
  return serial >= 1 && serial < firstOfMarch1900 ? serial - 1 : serial;
}
