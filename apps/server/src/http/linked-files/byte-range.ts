/** Bytes from `from` to `to`, both included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The one range that a request asks for (RFC 9110, 14); undefined is the whole, `none` a range past the end. */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return within({ from: Math.max(0, size - Number(last)), to: size - 1 }, size);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return last !== '' && Number(last) < Number(first) ? undefined : within({ from: Number(first), to }, size);
}

function within(range: ByteRange, size: number): ByteRange | 'none' {
  return range.from < size && range.from <= range.to ? range : 'none';
}
