/** How far back payloads are told apart; what is older has come, or comes too late to say anything new. */
const SPAN = 64n;

/** Which payloads of one sender came, by their count: one that comes again is not heard again, though it is signed. */
export class ReplayWindow {
  #last: number;
  /** The bit of `n` says that the payload `n` before the last one came. */
  #came = BigInt.asUintN(Number(SPAN), -1n);

  /** Of what comes after the count `last`: all up to it is taken to have come. */
  constructor(last = 0) {
    this.#last = last;
  }

  /** The highest count that came. */
  get last(): number {
    return this.#last;
  }

  /** Notes a payload; false for one that came before, or may have. */
  isNew(count: number): boolean {
    if (!Number.isSafeInteger(count) || count < 1) return false;
    const ahead = BigInt(count - this.#last);
    if (ahead > 0n) {
      this.#came = ahead >= SPAN ? 1n : BigInt.asUintN(Number(SPAN), this.#came << ahead) | 1n;
      this.#last = count;
      return true;
    }
    if (-ahead >= SPAN) return false;
    const bit = 1n << -ahead;
    if ((this.#came & bit) !== 0n) return false;
    this.#came |= bit;
    return true;
  }
}
