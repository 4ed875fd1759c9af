import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';

/**
 * What a work asks of the embedded store for which all rows of a table are looked through, by SQLite's own plans; an index of
 * some rows alone is there to be looked through. A store remembers its statements: each has to be new to it.
 */
export async function scansOf(file: string, work: () => Promise<unknown>): Promise<string[]> {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const texts = new Set<string>();
  try {
    await work();
    for (const [text] of prepare.mock.calls) texts.add(text);
  } finally {
    prepare.mockRestore();
  }
  if (texts.size === 0) throw new Error('nothing was asked that is new to the store');
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return [...texts].filter((text) => isScan(db, text));
  } finally {
    db.close();
  }
}

function isScan(db: DatabaseSync, text: string): boolean {
  const plan = db.prepare(`explain query plan ${text}`);
  const places = text.match(/\?/g)?.length ?? 0;
  const steps = plan.all(...new Array<number>(places).fill(0)).map(({ detail }) => String(detail));
  return steps.some((step) => step.startsWith('SCAN ') && !isOfSome(db, step));
}

function isOfSome(db: DatabaseSync, step: string): boolean {
  const index = /USING INDEX (\w+)$/.exec(step)?.[1] ?? '';
  const made = db.prepare('select sql from sqlite_master where type = ? and name = ?').get('index', index);
  return / where /i.test(String(made?.sql ?? ''));
}
