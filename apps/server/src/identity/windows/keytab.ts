/** One key of a keytab file, without the key itself. */
export interface KeytabEntry {
  /** `HTTP/portal.acme.test`, without its realm. */
  readonly service: string;
  readonly realm: string;
  readonly version: number;
  /** The number that Kerberos gives to a kind of key: 17 and 18 are AES. */
  readonly kind: number;
}

const MAGIC = 0x0502;
const HEADER = 2;
/** Name type and time stamp, which nobody needs. */
const UNUSED = 8;

/** The keys that a keytab file lists; undefined when it is none or ends too early. Deleted entries are left out. */
export function parseKeytab(bytes: Buffer): readonly KeytabEntry[] | undefined {
  if (bytes.length < HEADER || bytes.readUInt16BE(0) !== MAGIC) return undefined;
  const entries: KeytabEntry[] = [];
  try {
    for (let at = HEADER; at < bytes.length; ) {
      const size = bytes.readInt32BE(at);
      const from = at + 4;
      at = from + Math.abs(size);
      if (size === 0) break;
      if (at > bytes.length) return undefined;
      if (size > 0) entries.push(parseEntry(new Reader(bytes.subarray(from, at))));
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return entries;
}

function parseEntry(reader: Reader): KeytabEntry {
  const count = reader.uint16();
  const realm = reader.text();
  const parts = Array.from({ length: count }, () => reader.text());
  reader.advance(UNUSED);
  const shortVersion = reader.uint8();
  const kind = reader.uint16();
  reader.advance(reader.uint16());
  const longVersion = reader.left >= 4 ? reader.uint32() : 0;
  return { service: parts.join('/'), realm, version: longVersion || shortVersion, kind };
}

/** Reads on from where it stopped; beyond the end is a RangeError. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.advance(1));
  }

  uint16(): number {
    return this.#bytes.readUInt16BE(this.advance(2));
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.advance(4));
  }

  text(): string {
    const length = this.uint16();
    const from = this.advance(length);
    return this.#bytes.toString('utf8', from, from + length);
  }

  /** Goes on by so many bytes; answers where they begin. */
  advance(length: number): number {
    if (length > this.left) throw new RangeError('beyond the end');
    const from = this.#at;
    this.#at += length;
    return from;
  }
}
