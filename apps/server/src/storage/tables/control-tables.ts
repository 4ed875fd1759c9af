/** A connected publisher; `until` is when its lease ends, `cursor` counts what it was given. */
export interface ControlSessionTable {
  hash: string;
  user_name: string;
  line_hash: string;
  instance_id: string;
  until: number;
  seen_at: number;
  cursor: number;
  /** Viewers were told that the lease has ended. */
  is_told: number;
  /** Topics that it was opened for and publishes no more, one a line. */
  lost: string;
}

/** Who publishes a topic. */
export interface ControlLeaseTable {
  topic: string;
  session: string;
}

/** A value on its way to a publisher; `handed` is the cursor up to which it was given, 0 when it was not. */
export interface ControlUpdateTable {
  id: string;
  topic: string;
  seq: number;
  owner: string;
  control: string;
  name: string;
  value: string | null;
  user_name: string;
  mark: string;
  at: number;
  expires_at: number;
  is_held: number;
  handed: number;
  state: number;
  /** Why its publisher did not take it. */
  reason: string | null;
}

/** The last value of a control whose report asks the server to hold it. */
export interface ControlHeldTable {
  topic: string;
  owner: string;
  control: string;
  name: string;
  value: string | null;
  user_name: string;
  at: number;
  version: number;
  base: number;
  markup: string;
}
