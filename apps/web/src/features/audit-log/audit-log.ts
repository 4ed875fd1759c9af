import type { Caller } from '@sheetwire/client/caller';
import { auditRows } from '@sheetwire/contract/audit';
import type { Output } from '@sheetwire/contract/call';
import { createStore } from 'zustand/vanilla';
import { errorText } from '#lib/api.ts';
import type { AuditFilter } from './audit-filter.ts';

export type AuditRow = NonNullable<Output<typeof auditRows>['rows']>[number];

export interface AuditState {
  readonly rows: readonly AuditRow[];
  /** Where older rows go on, '' at the end. */
  readonly next: string;
  readonly isAsking: boolean;
  readonly failure: string;
  readonly isRefused: boolean;
  /** Of the rows that are shown. */
  readonly filter: AuditFilter;
}

/** The audit log, newest first: a page, and older ones when they are asked for (semantics 8). */
export class AuditLog {
  readonly store = createStore<AuditState>(() => ({
    rows: [],
    next: '',
    isAsking: true,
    failure: '',
    isRefused: false,
    filter: {},
  }));
  readonly #call: Caller;
  #round = new AbortController();

  constructor(call: Caller) {
    this.#call = call;
  }

  /** From the newest row that matches. */
  async show(filter: AuditFilter): Promise<void> {
    this.store.setState({ rows: [], next: '', filter });
    await this.#ask({ ...filter });
  }

  /** The page after what is shown. */
  async older(): Promise<void> {
    const { next, filter, isAsking } = this.store.getState();
    if (next !== '' && !isAsking) await this.#ask({ ...filter, cursor: next });
  }

  /** The same question again, after it failed. */
  async again(): Promise<void> {
    const { next, filter } = this.store.getState();
    await this.#ask(next === '' ? filter : { ...filter, cursor: next });
  }

  stop(): void {
    this.#round.abort();
  }

  async #ask(question: AuditFilter & { readonly cursor?: string }): Promise<void> {
    this.stop();
    this.#round = new AbortController();
    const { signal } = this.#round;
    this.store.setState({ isAsking: true, failure: '' });
    try {
      const answer = await this.#call(auditRows, question, { signal });
      if (signal.aborted) return;
      const { rows = [], next = '', unauthorized: isRefused = false } = answer;
      this.store.setState((state) => ({ isAsking: false, isRefused, next, rows: [...state.rows, ...rows] }));
    } catch (error) {
      if (!signal.aborted) this.store.setState({ isAsking: false, failure: errorText(error) });
    }
  }
}
