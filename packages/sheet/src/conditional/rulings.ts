import type { Asking } from './asking.ts';
import { type Court, newVerdict, type Saying, type Verdict } from './judge.ts';
import type { PlacedCell } from './sheet-values.ts';

/** A rule by what it asks, and what it says by itself where that holds; a scale says what its numbers say. */
interface AskingRule {
  readonly asking: Asking;
  readonly say: Saying['say'] | undefined;
}

/** What rules say of all cells for which the same of them hold. */
interface Ruling {
  /** Whatever the number of the cell is; undefined where nothing holds. */
  readonly verdict: Verdict | undefined;
  /** Scales that add what they say of its number, in order. */
  readonly scales: readonly Asking[];
}

/** What the rules of a sheet say together: found once for all cells for which the same of them hold. */
export class Rulings {
  readonly #listOf: Court['listOf'];
  readonly #rules: AskingRule[] = [];
  readonly #known = new Map<string | number, Ruling>();
  /** What is known, by the length of what it says. */
  #size = 0;

  constructor({ listOf }: Pick<Court, 'listOf'>) {
    this.#listOf = listOf;
  }

  /** How many rules they are. */
  get count(): number {
    return this.#rules.length;
  }

  /** A rule behind those before it. */
  add(rule: AskingRule): void {
    this.#rules.push(rule);
    this.#forget();
  }

  /** The key names what holds, of the askings whose `isHeld` was found for a cell. */
  of(key: string | number, placed: PlacedCell): Ruling {
    const known = this.#known.get(key);
    if (known) return known;
    const made = rulingOf(this.#rules, placed, this.#listOf);
    const size = String(key).length + (made.verdict?.formats.length ?? 0) + made.scales.length;
    if (this.#size + size > MOST) this.#forget();
    this.#size += size;
    this.#known.set(key, made);
    return made;
  }

  #forget(): void {
    this.#known.clear();
    this.#size = 0;
  }
}

/**
 * Most cells of a sheet are of a few kinds; where formulas make each a kind of its own, no more than this is kept: places of
 * keys, formats and scales, of which a file with thousands of rules may need thousands for one kind.
 */
const MOST = 200_000;

function rulingOf(rules: readonly AskingRule[], placed: PlacedCell, listOf: Court['listOf']): Ruling {
  const verdict = newVerdict();
  const scales = new Set<Asking>();
  let isHeld = false;
  for (const { asking, say } of rules) {
    if (verdict.isStopped) break;
    if (!asking.isHeld) continue;
    isHeld = true;
    if (say) say(placed, verdict);
    // Behind a fill no scale colors the cell.
    else if (asking.rule.type !== 'colorScale' || !verdict.isFilled) scales.add(asking);
  }
  const { formats } = verdict;
  const said = { ...verdict, isFilled: false, list: listOf(formats) };
  return { verdict: isHeld ? said : undefined, scales: [...scales] };
}

/** What a ruling says of a cell. */
export function verdictOf({ verdict, scales }: Ruling, placed: PlacedCell): Verdict | undefined {
  if (!verdict || scales.length === 0) return verdict;
  const own = { ...verdict };
  for (const { saying } of scales) saying.say(placed, own);
  return own;
}
