/** A span as a collector reads it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2 for an error. */
  readonly status: number;
  readonly resource: Readonly<Record<string, string | number>>;
}

type Field = Buffer | bigint;
type Message = ReadonlyMap<number, readonly Field[]>;

/** The spans of an ExportTraceServiceRequest in protobuf (opentelemetry-proto, trace/v1). */
export function readSpans(body: Buffer): ReceivedSpan[] {
  return nested(body, 1).flatMap((ofResource) => {
    const resource = Object.fromEntries(nested(ofResource, 1).flatMap((one) => nested(one, 1).map(pairOf)));
    const scopes = nested(ofResource, 2);
    return scopes.flatMap((scope) => nested(scope, 2).map((span) => spanOf(read(span), resource)));
  });
}

function spanOf(fields: Message, resource: ReceivedSpan['resource']): ReceivedSpan {
  const hex = (field: number) => bytesOf(fields, field).toString('hex');
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    name: bytesOf(fields, 5).toString(),
    kind: numberOf(fields, 6),
    attributes: Object.fromEntries(buffersOf(fields, 9).map(pairOf)),
    status: numberOf(read(bytesOf(fields, 15)), 3),
    resource,
  };
}

function pairOf(bytes: Buffer): [string, string | number] {
  const fields = read(bytes);
  const value = read(bytesOf(fields, 2));
  return [bytesOf(fields, 1).toString(), value.has(3) ? numberOf(value, 3) : bytesOf(value, 1).toString()];
}

function nested(bytes: Buffer, field: number): Buffer[] {
  return buffersOf(read(bytes), field);
}

function buffersOf(fields: Message, field: number): Buffer[] {
  return (fields.get(field) ?? []).filter((value) => Buffer.isBuffer(value));
}

function bytesOf(fields: Message, field: number): Buffer {
  return buffersOf(fields, field)[0] ?? Buffer.alloc(0);
}

function numberOf(fields: Message, field: number): number {
  const value = fields.get(field)?.[0];
  return typeof value === 'bigint' ? Number(value) : 0;
}

/** The fields of a message, by their numbers. */
function read(bytes: Buffer): Message {
  const fields = new Map<number, Field[]>();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const cut = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const [field, wire] = [tag >>> 3, tag & 7];
    const value = wire === 0 ? varint() : cut(wire === 2 ? Number(varint()) : wire === 1 ? 8 : 4);
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}
