const bits = new DataView(new ArrayBuffer(8));

/** A number as a whole number times a power of two. */
interface Parts {
  readonly high: number;
  readonly low: number;
  readonly exponent: number;
}

function partsOf(value: number): Parts {
  bits.setFloat64(0, Math.abs(value));
  const top = bits.getUint32(0);
  const exponent = top >>> 20;
  return {
    high: (top & 0xfffff) | (exponent > 0 ? 0x100000 : 0),
    low: bits.getUint32(4),
    exponent: Math.max(exponent, 1) - 1075,
  };
}

interface Bin {
  high: number;
  low: number;
}

const HALF = 32n;

/**
 * The sum of numbers without rounding, so that it is the same in whatever order they came and went: what follows one
 * change tells no other average than what adds all of them up.
 */
export class ExactSum {
  readonly #bins = new Map<number, Bin>();
  readonly #squares = new Map<number, bigint>();
  readonly #withSquares: boolean;
  #odd = 0;
  count = 0;

  constructor(withSquares: boolean) {
    this.#withSquares = withSquares;
  }

  add(value: number): void {
    this.#change(value, 1);
  }

  remove(value: number): void {
    this.#change(value, -1);
  }

  get mean(): number {
    return this.#odd > 0 ? Number.NaN : numberOf(this.#sum()) / this.count;
  }

  /** How far the numbers lie from their mean (STDEV.P). */
  get spread(): number {
    if (this.#odd > 0) return Number.NaN;
    const sum = this.#sum();
    const squares = totalOf([...this.#squares].map(([exponent, whole]) => ({ whole, exponent })));
    const scale = Math.min(squares.exponent, 2 * sum.exponent);
    const own = BigInt(this.count) * (squares.whole << BigInt(squares.exponent - scale));
    const taken = (sum.whole * sum.whole) << BigInt(2 * sum.exponent - scale);
    return Math.sqrt(numberOf({ whole: own - taken, exponent: scale })) / this.count;
  }

  #change(value: number, sign: 1 | -1): void {
    this.count += sign;
    if (!Number.isFinite(value)) {
      this.#odd += sign;
      return;
    }
    const { high, low, exponent } = partsOf(value);
    const bin = this.#bins.get(exponent) ?? { high: 0, low: 0 };
    this.#bins.set(exponent, bin);
    const way = value < 0 ? -sign : sign;
    bin.high += way * high;
    bin.low += way * low;
    if (!this.#withSquares) return;
    const whole = (BigInt(high) << HALF) + BigInt(low);
    this.#squares.set(2 * exponent, (this.#squares.get(2 * exponent) ?? 0n) + BigInt(sign) * whole * whole);
  }

  #sum(): Scaled {
    return totalOf(
      [...this.#bins].map(([exponent, { high, low }]) => ({ whole: (BigInt(high) << HALF) + BigInt(low), exponent })),
    );
  }
}

interface Scaled {
  readonly whole: bigint;
  readonly exponent: number;
}

function totalOf(all: readonly Scaled[]): Scaled {
  const used = all.filter(({ whole }) => whole !== 0n);
  const exponent = used.reduce((least, one) => Math.min(least, one.exponent), used[0]?.exponent ?? 0);
  return { whole: used.reduce((sum, one) => sum + (one.whole << BigInt(one.exponent - exponent)), 0n), exponent };
}

/** Bits beyond those of a number, of which only counts whether there are any. */
const MOST_BITS = 64;

function numberOf({ whole, exponent }: Scaled): number {
  const size = whole < 0n ? -whole : whole;
  const beyond = 4 * size.toString(16).length - MOST_BITS;
  if (beyond <= 0) return scaled(Number(whole), exponent);
  const cut = size >> BigInt(beyond);
  const rest = cut << BigInt(beyond) === size ? 0n : 1n;
  return scaled((whole < 0n ? -1 : 1) * Number(cut | rest), exponent + beyond);
}

function scaled(number: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return number * 2 ** half * 2 ** (exponent - half);
}
