import type { LiveEventName, LiveEvents } from '@sheetwire/contract/live';
import { gzipPart, gzipStart } from './gzip-parts.ts';

/** Bytes of a stream, made once and shared by every viewer (architecture, decision 4). */
export class Frame {
  readonly plain: Buffer;
  #gzip: Buffer | undefined;

  constructor(plain: Buffer, gzip?: Buffer) {
    this.plain = plain;
    this.#gzip = gzip;
  }

  /** The same as a part of a gzip stream, whatever the stream's other parts are; made when somebody first wants it. */
  get gzip(): Buffer {
    this.#gzip ??= gzipPart(this.plain);
    return this.#gzip;
  }
}

/** One event as it stands in a `text/event-stream`. */
export function frame<Name extends LiveEventName>(name: Name, data: LiveEvents[Name]): Frame {
  return new Frame(Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
}

/** The comment that keeps a quiet line open. */
export const comment = new Frame(Buffer.from(':\n\n'));

/** When a client should come back once its line has ended, as `EventSource` reads it; nothing is told of it. */
export function comeBackAfter(ms: number): Frame {
  return new Frame(Buffer.from(`retry: ${ms}\n\n`));
}

/** The head of the stream's answer; it ends with the connection, so no proxy needs to re-frame it. */
export const streamHead = new Frame(headOf(), Buffer.concat([headOf('Content-Encoding: gzip'), gzipStart]));

function headOf(...more: readonly string[]): Buffer {
  return Buffer.from(
    [
      'HTTP/1.1 200 OK',
      'Content-Type: text/event-stream; charset=utf-8',
      'Cache-Control: no-store, no-transform',
      'X-Accel-Buffering: no',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      ...more,
      '',
      '',
    ].join('\r\n'),
  );
}
