import { limits } from '@sheetwire/contract/limits';

/** One event as it stands in the stream. */
export interface RawEvent {
  readonly name: string;
  readonly data: string;
}

/** What an event longer than the limit becomes: its content is gone, so whoever listens fetches. */
export const oversized = 'oversized';

/** What the field `retry` becomes: after how many ms to come back once the line has ended. */
export const comeBack = 'retry';

/** Cuts `text/event-stream` into events, holding at most one event of bounded length. */
export class EventParser {
  #line = '';
  #name = '';
  #data: string[] = [];
  /** Characters of the event so far, kept or not. */
  #size = 0;

  /** Takes the next piece of text; answers the events that it completes. Comments complete none. */
  push(text: string): RawEvent[] {
    const events: RawEvent[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#extend(text.slice(from, end));
      const event = this.#endLine();
      if (event) events.push(event);
      from = end + 1;
    }
    this.#extend(text.slice(from));
    return events;
  }

  /** Beyond the limit a line keeps only its first character, which tells it from the blank line that ends the event. */
  #extend(part: string): void {
    this.#size += part.length;
    if (this.#size <= limits.maxStreamEvent) this.#line += part;
    else this.#line = (this.#line + part).slice(0, 1);
  }

  #endLine(): RawEvent | undefined {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    if (line === '') return this.#endEvent();
    if (this.#size > limits.maxStreamEvent) {
      this.#data = [];
      return undefined;
    }
    return this.#field(line);
  }

  #field(line: string): RawEvent | undefined {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (name === 'event') this.#name = value;
    else if (name === 'data') this.#data.push(value);
    else if (name === 'retry' && /^\d{1,6}$/.test(value)) return { name: comeBack, data: value };
    return undefined;
  }

  #endEvent(): RawEvent | undefined {
    const isOver = this.#size > limits.maxStreamEvent;
    const event = { name: this.#name, data: this.#data.join('\n') };
    const isEvent = this.#data.length > 0;
    this.#name = '';
    this.#data = [];
    this.#size = 0;
    if (isOver) return { name: oversized, data: '' };
    return isEvent ? event : undefined;
  }
}
