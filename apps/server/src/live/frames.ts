import type { LiveEventName, LiveEvents } from '@sheetwire/contract/live';

/** One event in the bytes of a `text/event-stream`; made once and shared by every viewer (architecture, decision 4). */
export function frame<Name extends LiveEventName>(name: Name, data: LiveEvents[Name]): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** The comment that keeps a quiet line open. */
export const comment = Buffer.from(':\n\n');

/** When a client should come back once its line has ended, as `EventSource` reads it; nothing is told of it. */
export function comeBackAfter(ms: number): Buffer {
  return Buffer.from(`retry: ${ms}\n\n`);
}

/** The head of the stream's answer; it ends with the connection, so no proxy needs to re-frame it. */
export const streamHead = Buffer.from(
  [
    'HTTP/1.1 200 OK',
    'Content-Type: text/event-stream; charset=utf-8',
    'Cache-Control: no-store, no-transform',
    'X-Accel-Buffering: no',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    '',
  ].join('\r\n'),
);
