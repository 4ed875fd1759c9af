import type { Bus } from '#ports/bus.ts';

/** The bus of a server that is alone: nobody else is there to be told, and nothing is missed. */
export class LocalBus implements Bus {
  readonly line: Bus['line'] = { isUp: true, breaks: 0 };
  send(): void {
    // No other node.
  }
  sendGap(): void {
    // No other node.
  }
  onMessage(): void {
    // No other node.
  }
  onGap(): void {
    // No line that could break.
  }
  async follow(): Promise<'alone'> {
    return 'alone';
  }
  unfollow(): void {
    // No other node.
  }
  mayMiss(): boolean {
    return false;
  }
  async check(): Promise<void> {
    // Nothing that could be down.
  }
  async close(): Promise<void> {
    // Nothing to close.
  }
}
