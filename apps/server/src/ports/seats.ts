import type { User } from '@sheetwire/rules/principal';

/** What shows that a user who asks for a seat is there: it must not have ended meanwhile. */
export interface SeatLine {
  readonly kind: 'session' | 'bearer' | 'token';
  readonly hash: string;
}

export interface SeatAsk {
  readonly user: User;
  readonly line: SeatLine;
}

/** The store's time at an earlier answer, and how long ago that was by a watch that nobody sets. */
export interface SeenTime {
  readonly at: number;
  readonly elapsed: number;
}

/** Several users of one server who ask at once. */
export interface SeatRound {
  readonly asks: readonly SeatAsk[];
  /** How many seats there are. */
  readonly seats: number;
  /** Null in a server's first round. */
  readonly seen: SeenTime | null;
}

export interface SeatAnswer {
  /** Those of the askers who hold a seat now. */
  readonly held: readonly string[];
  /** Those of the askers who began to wait. */
  readonly refused: readonly string[];
  readonly taken: number;
  /** The store's time, epoch ms. */
  readonly at: number;
}

export interface SeatLook {
  readonly taken: number;
  readonly next: readonly string[];
}

/** License seats of all servers on one store, and the line for them (semantics 3). */
export interface SeatStore {
  /** Keeps the seats and places of those who ask, and gives free seats to whoever came first. */
  ask(round: SeatRound): Promise<SeatAnswer>;
  /** Gives a seat or place back. */
  release(user: User): Promise<void>;
  /** Without a write: how many are held, and who of the line would get in now. */
  look(seats: number): Promise<SeatLook>;
}
