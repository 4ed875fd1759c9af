import type { Op } from '@sheetwire/contract/live';
import { applyOps, type PageBody } from '@sheetwire/page/ops';

/** Ops that wait at most before they are folded into the text. */
const MOST_WAITING = 4000;

/** One page as text. Ops wait until somebody asks for it, so that a delta costs what it changes and no more. */
export class PageText {
  readonly name: string;
  #body: PageBody;
  #waiting: Op[] = [];

  constructor(name: string, body: PageBody) {
    this.name = name;
    this.#body = body;
  }

  push(op: Op): void {
    if (op[1] === 'p') this.#waiting = this.#waiting.filter((waiting) => waiting[1] === 's');
    this.#waiting.push(op);
    if (this.#waiting.length > MOST_WAITING) this.body();
  }

  /** The page as it is now; throws OpMismatch when an op did not fit it. */
  body(): PageBody {
    if (this.#waiting.length > 0) {
      const ops = this.#waiting.map((op): Op => atFirst(op));
      this.#waiting = [];
      this.#body = applyOps([this.#body], ops)[0] ?? this.#body;
    }
    return this.#body;
  }
}

/** The op as if its page were the first. */
function atFirst(op: Op): Op {
  switch (op[1]) {
    case 'c':
      return op[4] === undefined ? [0, 'c', op[2], op[3]] : [0, 'c', op[2], op[3], op[4]];
    case 'r':
      return [0, 'r', op[2], op[3], op[4]];
    case 's':
      return [0, 's', op[2], op[3]];
    case 'p':
      return [0, 'p', op[2]];
  }
}
