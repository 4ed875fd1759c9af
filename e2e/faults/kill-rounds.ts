import { createCaller } from '@sheetwire/client/caller';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import type { Portal } from '../support/portal.ts';

/** What many rounds of kill -9 left behind. */
export interface KillResult {
  readonly rounds: number;
  readonly acknowledged: number;
  /** Acknowledged versions that were older or other than what came back. */
  readonly lost: number;
  /** Reports whose cells are not all of one publish. */
  readonly torn: number;
  /** Version numbers that were given to two contents. */
  readonly reused: number;
  /** The longest time from start to ready, ms. */
  readonly slowest: number;
}

interface KillPlan {
  readonly rounds: number;
  readonly publishers: number;
  /** Acknowledged publishes in a round before the server is killed. */
  readonly perRound: number;
}

const CELLS = 24;

/** One publisher of one topic: every cell of a publish carries the same number, so a torn report shows. */
class Writer {
  readonly topic: string;
  readonly #call: ReturnType<typeof createCaller>;
  readonly #seen = new Map<number, number>();
  #value = 0;
  #version = 0;
  acknowledged = 0;
  lost = 0;
  torn = 0;
  reused = 0;

  constructor(portal: Portal, topic: string, key: string) {
    this.topic = topic;
    this.#call = createCaller({ baseUrl: portal.url, headers: { authorization: `Bearer ${key}` } });
  }

  /** Publishes until the server is gone; calls back at each acknowledgement. */
  async publishUntilGone(onAcknowledged: () => void): Promise<void> {
    for (;;) {
      const value = this.#value + 1;
      try {
        const { version } = value % 3 === 0 ? await this.#cells(value) : await this.#whole(value);
        this.#note(version, value);
      } catch {
        return;
      }
      this.acknowledged++;
      onAcknowledged();
    }
  }

  /** Reads the report back after a restart and holds it against what was acknowledged. */
  async check(): Promise<void> {
    const { pages = [], version = 0 } = await this.#call(report, { topic: this.topic });
    const values = [...(pages[0] ?? '').matchAll(/>(\d+)</g)].map(([, digits]) => Number(digits));
    if (this.acknowledged === 0 && values.length === 0) return;
    if (values.length !== CELLS || new Set(values).size !== 1) this.torn++;
    if (version < this.#version || (values[0] ?? 0) < this.#value) this.lost++;
    const known = this.#seen.get(version);
    if (known !== undefined && known !== values[0]) this.reused++;
    this.#version = version;
    this.#value = values[0] ?? this.#value;
    this.#seen.set(version, this.#value);
  }

  #note(version: number, value: number): void {
    const known = this.#seen.get(version);
    if (known !== undefined && known !== value) this.reused++;
    this.#seen.set(version, value);
    this.#version = version;
    this.#value = value;
  }

  #whole(value: number) {
    const cells = Array.from({ length: CELLS }, (_, n) => `<tr><td data-cell="A${n + 1}">${value}</td></tr>`);
    const html = `<table><tbody>${cells.join('')}</tbody></table>`;
    return this.#call(publishReport, { topic: this.topic, pages: [{ name: 'P', html }] });
  }

  #cells(value: number) {
    const cells = Array.from({ length: CELLS }, (_, n) => ({ page: 'P', cell: `A${n + 1}`, html: `${value}` }));
    return this.#call(publishCells, { topic: this.topic, baseVersion: this.#version, cells });
  }
}

/** Kills the server while everybody publishes, starts it again, reads everything back; as often as planned. */
export async function killRounds(portal: Portal, plan: KillPlan): Promise<KillResult> {
  const { key } = await portal.publisher('ACME/bot');
  const writers = Array.from({ length: plan.publishers }, (_, n) => new Writer(portal, `ACME/KILL/R${n}`, key));
  let slowest = 0;
  for (let round = 0; round < plan.rounds; round++) {
    let left = plan.perRound;
    const killed = Promise.withResolvers<void>();
    const publishing = writers.map((writer) =>
      writer.publishUntilGone(() => {
        if (--left === 0) portal.kill().then(killed.resolve, killed.reject);
      }),
    );
    await killed.promise;
    await Promise.all(publishing);
    slowest = Math.max(slowest, await portal.restart());
    await Promise.all(writers.map((writer) => writer.check()));
  }
  const sum = (pick: (writer: Writer) => number) => writers.reduce((total, writer) => total + pick(writer), 0);
  return {
    rounds: plan.rounds,
    acknowledged: sum((writer) => writer.acknowledged),
    lost: sum((writer) => writer.lost),
    torn: sum((writer) => writer.torn),
    reused: sum((writer) => writer.reused),
    slowest,
  };
}
