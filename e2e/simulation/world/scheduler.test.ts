import { expect, test } from 'vitest';
import { Machine } from './machine.ts';
import { Scheduler } from './scheduler.ts';

test('what a machine plans happens on it, unless it is told to be on another, or nobody’s', async () => {
  const [scheduler, one, other] = [new Scheduler(), new Machine('one'), new Machine('other')];
  const at: unknown[] = [];
  const note = () => at.push(scheduler.current?.name);
  const run = () => {
    scheduler.plan({ after: 1, what: 'own', run: note });
    scheduler.plan({ after: 2, what: "another's", machine: other, run: note });
    scheduler.plan({ after: 3, what: "nobody's", machine: undefined, run: note });
  };
  scheduler.plan({ after: 0, what: 'begin', machine: one, run });
  await scheduler.run(10);
  expect(at).toEqual(['one', 'other', undefined]);
});

test('what is nobody’s happens though who planned it is gone', async () => {
  const [scheduler, machine] = [new Scheduler(), new Machine('server')];
  const happened: string[] = [];
  const run = () => {
    scheduler.plan({ after: 1, what: 'own', run: () => happened.push('own') });
    scheduler.plan({ after: 1, what: 'on its way', machine: undefined, run: () => happened.push('on its way') });
    machine.end();
  };
  scheduler.plan({ after: 0, what: 'begin', machine, run });
  await scheduler.run(10);
  expect(happened).toEqual(['on its way']);
});
