const dayMs = 86_400_000;
const epoch1900 = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);

/** The serial number of a date as ISO 8601 has it; undefined for any other text. */
export function serialOfIso(text: string, has1904Dates: boolean): number | undefined {
  const time = /^\d{4}-\d\d-\d\d/.test(text)
    ? Date.parse(/[zZ]$/.test(text) || !text.includes('T') ? text : `${text}Z`)
    : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  return (time - (has1904Dates ? epoch1904 : epoch1900)) / dayMs;
}
