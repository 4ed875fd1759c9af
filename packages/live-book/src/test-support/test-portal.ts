import type { Clock } from '@sheetwire/client/clock';
import { NetworkFailure } from '@sheetwire/client/failures';
import { testCaller } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import type { SheetValues } from '@sheetwire/contract/publish';
import { cellName, placeOf } from '../cell-names.ts';
import type { BookPortal, Published, Sending, SendingValues } from '../publish/portal.ts';
import { refuseWith } from './refuse-with.ts';
import { type ShownBook, type ShownCell, shownIn } from './shown-book.ts';
import { TestLeases } from './test-leases.ts';

/** A publish that counted. */
export interface TestPublish {
  readonly kind: 'workbook' | 'values';
  readonly at: number;
  /** By `Sheet!A1`; none of a workbook. */
  readonly cells: ReadonlyMap<string, ShownCell>;
}

type Fault = (call: 'open' | 'controls' | 'ack' | 'workbook' | 'values' | 'hold') => void;

/** The portal as a live publisher meets it: leases, entries, and a report that is a workbook with values set since. */
export class TestPortal implements BookPortal {
  readonly publishes: TestPublish[] = [];
  readonly leases: TestLeases;
  readonly call;
  /** Throws in place of an answer. */
  fault: Fault = () => undefined;
  /** The next publish counts, and its answer is lost. */
  losesAnswer = false;
  version = 0;
  /** Publishes wait for approval. */
  holds = false;
  /** Rolled back: nothing is taken until it is released. */
  isRolledBack = false;
  /** How often a workbook came, taken or not. */
  copies = 0;
  readonly #clock: Clock;
  #sheets = new Map<string, Map<string, ShownCell>>();
  /** It forgot the workbook; values cannot be set. */
  isForgetful = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.leases = new TestLeases(clock);
    this.call = testCaller((name, input) => this.#line(name, input)).call;
  }

  /** What viewers see. */
  get shown(): ShownBook {
    return this.#sheets;
  }

  async workbook(bytes: Uint8Array, { session, signal }: Sending): Promise<Published> {
    this.copies++;
    this.#begin('workbook', session);
    const sheets = new Map([...(await shownIn(bytes))].map(([name, cells]) => [name, new Map(cells)]));
    signal.throwIfAborted();
    this.#sheets = sheets;
    this.isForgetful = false;
    return this.#published({ kind: 'workbook', at: this.#clock.now(), cells: new Map() });
  }

  /** Another program publishes a workbook, which takes no lease. */
  async publishOver(bytes: Uint8Array): Promise<void> {
    this.#sheets = new Map([...(await shownIn(bytes))].map(([name, cells]) => [name, new Map(cells)]));
    this.version++;
  }

  async values(sheets: SheetValues[], { session, baseVersion }: SendingValues): Promise<Published> {
    this.#begin('values', session);
    if (baseVersion !== undefined && baseVersion !== this.version) refuseWith('wrong_base_version');
    const cells = new Map(sheets.flatMap((sheet) => this.#checked(sheet)));
    for (const [name, cell] of cells) this.#set(name, cell);
    return this.#published({ kind: 'values', at: this.#clock.now(), cells });
  }

  async isOnHold(): Promise<boolean> {
    this.fault('hold');
    return this.isRolledBack;
  }

  #begin(call: 'workbook' | 'values', session: string): void {
    this.fault(call);
    if (this.isRolledBack) refuseWith('rolled_back');
    if (!this.leases.holds(session)) refuseWith('taken_over');
  }

  #checked({ name, cells = [] }: SheetValues): [string, ShownCell][] {
    const sheet = this.isForgetful ? undefined : this.#sheets.get(name);
    if (!sheet) return refuseWith('workbook_needed');
    return cells.map(([address, value, text]) => {
      if (value !== null && !reaches(sheet, address)) refuseWith('workbook_needed');
      return [`${name}!${address}`, { value, text: text ?? String(value ?? '') }];
    });
  }

  #set(name: string, cell: ShownCell): void {
    const at = name.lastIndexOf('!');
    const sheet = this.#sheets.get(name.slice(0, at));
    if (cell.value === null) sheet?.delete(name.slice(at + 1));
    else sheet?.set(name.slice(at + 1), cell);
  }

  #published(publish: TestPublish): Published {
    this.publishes.push(publish);
    if (!this.holds) this.version++;
    if (this.losesAnswer) {
      this.losesAnswer = false;
      throw new NetworkFailure(new TypeError('cut'));
    }
    const answer = { topic: 'ACME/RATES/DAILY', version: this.version, time: '20261123120000000', changed: true };
    const held = { version: this.version + 1, sinceUtc: '2026-11-23T12:00:00Z', rules: [] };
    return this.holds ? { ...answer, changed: false, held } : answer;
  }

  #line(name: string, input: unknown): unknown {
    const fields: Record<string, unknown> = { ...Object(input) };
    switch (name) {
      case 'open':
        this.fault('open');
        return this.leases.open(String(fields.instanceId), fields.standby === true);
      case 'controls':
        this.fault('controls');
        return this.leases.poll(String(fields.session));
      default:
        this.fault('ack');
        return this.leases.acknowledge(fields.acks);
    }
  }
}

/** The file had cells there: what a value beyond them looks like nobody knows. */
function reaches(sheet: ReadonlyMap<string, ShownCell>, address: string): boolean {
  const { row = 0, column = 0 } = placeOf(address) ?? {};
  const places = [...sheet.keys()].flatMap((name) => placeOf(name) ?? []);
  const isIn = (at: number, list: number[]) => list.some((one) => one >= at) && list.some((one) => one <= at);
  const isKnown = sheet.has(cellName(row, column));
  return (
    isKnown ||
    (isIn(
      row,
      places.map((one) => one.row),
    ) &&
      isIn(
        column,
        places.map((one) => one.column),
      ))
  );
}

/** Time enough for a lease to end. */
export const leaseOver = limits.publisherLease + 1;
