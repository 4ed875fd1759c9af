import { CallError } from '@sheetwire/client/failures';
import type { GuardRule } from '@sheetwire/contract/guard/rules';
import { parseTopic } from '@sheetwire/rules/topic';
import { scriptedCalls } from '#lib/test-calls.ts';
import { GuardModel } from './guard-model.ts';

export const errors: GuardRule = { kind: 'errors', action: 'hold' };
export const moved: GuardRule = { kind: 'moved', cell: 'B4', percent: 10, action: 'hold' };

interface Sent {
  readonly rules?: readonly GuardRule[];
  readonly releaseAfterMin?: number;
  readonly rulesId?: string;
}

/** Rules of one report that every save moves on. */
export function build() {
  const server = {
    ...{ rules: [errors] as readonly GuardRule[], releaseAfterMin: 0, id: 1, isLost: false, isDown: false },
    /** What the next answers wait for, once they are made. */
    delay: Promise.resolve(),
  };
  const { call } = scriptedCalls({
    async guard(input) {
      const { rules, rulesId, releaseAfterMin = server.releaseAfterMin } = input as Sent;
      if (server.isDown) throw new CallError({ status: 503, code: 'busy', message: 'Try again' });
      if (server.isLost) return { unauthorized: true };
      const isStale = rules !== undefined && rulesId !== String(server.id);
      if (rules && !isStale) Object.assign(server, { rules, releaseAfterMin, id: server.id + 1 });
      const { id, rules: kept, releaseAfterMin: after } = server;
      const stale = isStale && { stale: true };
      const answer = { topic: 'x', rules: kept, rulesId: String(id), releaseAfterMin: after, marked: [], ...stale };
      await server.delay;
      return answer;
    },
    guardtest: () => {
      if (server.isLost) return { unauthorized: true };
      return {
        results: [{ rule: 0, fired: 3, versions: [] }],
        versions: 1204,
        fromUtc: null,
        toUtc: null,
        isWhole: true,
      };
    },
  });
  const topic = parseTopic('ACME/RATES/CLOSE');
  if (!topic) throw new Error('No topic');
  const alerts: string[] = [];
  const model = new GuardModel(topic, { call, alert: (text) => alerts.push(text) });
  const leave = model.start();
  /** Begins a save; what it gives lets the answer go, or loses it with a fault, and waits for the end. */
  const saving = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.delay = promise;
    const saved = model.save();
    server.delay = Promise.resolve();
    return async (fault?: unknown) => {
      if (fault === undefined) resolve();
      else reject(fault);
      await saved;
    };
  };
  return { server, model, alerts, leave, saving, state: () => model.store.getState() };
}
