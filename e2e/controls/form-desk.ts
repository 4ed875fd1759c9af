import { connectPublisher } from '@sheetwire/client/publisher-line';
import type { ControlUpdate, UpdateAnswer } from '@sheetwire/client/publisher-updates';
import { publishReport } from '@sheetwire/contract/publish';
import { boss } from '../admin/admin-site.ts';
import { type ControlsSite, startControlsSite, topic } from './controls-site.ts';

/** What stands in each control of the form. */
export type FormValues = Readonly<Record<'Note' | 'Region' | 'Approve' | 'Due' | 'Start' | 'Cut', string | null>>;

export const firstValues: FormValues = {
  Note: 'first',
  Region: 'North',
  Approve: 'false',
  Due: '2026-11-20',
  Start: '2026-11-20T10:30',
  Cut: '17:00',
};

/** A form whose publisher runs in the test itself. */
export interface FormDesk {
  readonly site: ControlsSite;
  readonly updates: readonly string[];
  /** What the publisher makes of the next updates. */
  answer: (update: ControlUpdate) => UpdateAnswer | Promise<UpdateAnswer>;
  /** Publishes the form with these values, and some rows above it; its text may be locked. */
  publish(values?: Partial<FormValues>, rowsAbove?: number, lock?: 'readonly'): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a portal and connects the form's publisher. */
export async function startFormDesk(): Promise<FormDesk> {
  const site = await startControlsSite();
  const { call } = await site.portal.publisher(boss);
  const updates: string[] = [];
  const publish: FormDesk['publish'] = async (values = {}, rowsAbove = 0, lock) => {
    const pages = [
      { name: 'Form', html: formPage({ ...firstValues, ...values }, rowsAbove, lock) },
      { name: 'Other', html: '<p>Nothing to fill in</p>' },
    ];
    await call(publishReport, { topic, pages });
  };
  await publish();
  const line = connectPublisher({
    ...{ call, clock: { now: () => Date.now(), after: laterOn }, chance: Math.random },
    ...{ topics: [topic], instanceId: 'form' },
    onUpdate(update) {
      updates.push(`${update.name}=${update.value}`);
      return desk.answer(update);
    },
  });
  const desk: FormDesk = {
    site,
    updates,
    publish,
    answer: () => ({ status: 'updated' }),
    async stop() {
      await line.stop();
      await site.stop();
    },
  };
  return desk;
}

function laterOn(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

function formPage(values: FormValues, rowsAbove: number, lock = ''): string {
  const input = (name: keyof FormValues, type: string) =>
    `<input type="${type}" data-control="${name}" value="${values[name] ?? ''}">`;
  const options = ['North', 'South', 'East'].map(
    (region) => `<option${region === values.Region ? ' selected' : ''}>${region}</option>`,
  );
  const cells = [
    `<textarea data-control="Note" ${lock}>${values.Note ?? ''}</textarea>`,
    `<select data-control="Region">${options.join('')}</select>`,
    `<input type="checkbox" data-control="Approve"${values.Approve === 'true' ? ' checked' : ''}>`,
    input('Due', 'date'),
    input('Start', 'datetime-local'),
    input('Cut', 'time'),
    '<button data-control="Run">Run</button>',
  ];
  const above = Array.from(
    { length: rowsAbove },
    (_, n) => `<tr><td data-cell="A${n + 1}">Row ${n}</td><td></td></tr>`,
  );
  const rows = cells.map((cell, n) => {
    const at = n + 1 + rowsAbove;
    return `<tr><td data-cell="A${at}">Label ${n}</td><td data-cell="B${at}">${cell}</td></tr>`;
  });
  return `<table><tbody>${[...above, ...rows].join('')}</tbody></table>`;
}
