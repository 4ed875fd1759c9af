/** A mail that waits to be sent; its text is sealed, for it holds emailed keys. */
export interface WaitingMail {
  readonly id: string;
  readonly sealed: string;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Not before this it is tried; while a server sends it, when another may take it over. */
  readonly nextAt: number;
  readonly tries: number;
}

export interface WaitingMailStore {
  /** False when `most` wait already. */
  add(mail: WaitingMail, most: number): Promise<boolean>;
  /** The mail that is due longest, the caller's until `until` with one try more: of several servers one gets it. */
  claim(now: number, until: number): Promise<WaitingMail | undefined>;
  /** Puts a mail off, or makes it due; false when its time is no longer `from`: somebody else has it. */
  move(id: string, from: number, to: number): Promise<boolean>;
  remove(id: string): Promise<void>;
  count(): Promise<number>;
  /** When the next one is due. */
  nextAt(): Promise<number | undefined>;
}
