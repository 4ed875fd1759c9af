import { limits } from '@sheetwire/contract/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditFilter, AuditPlace } from '#ports/audit.ts';
import { jane, type Opened, unique } from './builders.ts';

/** Far from the times of other tests. */
const start = 5e12;

/** Rows that are written at once, and how long all of them may take. */
const PART = 251;
const LONG = 60_000;

export function auditSearchSuite(open: Opened): void {
  describe('a search in the audit log', () => {
    const rare = unique('Seldom 100% of_it');
    const add = (n: number, action: string) =>
      open().audit.add({ at: start + n, actor: jane, action, object: `ACME/RATES/${n}`, after: { n }, address: '::1' });
    const search = async (filter: Partial<AuditFilter>) => {
      const times = { from: start, to: start + 1e6 };
      return open().audit.search({ limit: 100, ...times, ...filter });
    };
    const numbers = async (filter: Partial<AuditFilter>) =>
      (await search(filter)).rows.map(({ at, object }) => [at - start, object.slice('ACME/RATES/'.length)].join(' '));

    beforeAll(async () => {
      await Promise.all([add(1, rare), add(2, 'Login by password'), add(3, 'login failed')]);
      // A part at a time: a busy database lets nobody wait for a connection for long.
      for (let at = 0; at < limits.audit.scan + 20; at += PART) {
        const part = Array.from({ length: PART }, (_, n) => add(100 + Math.floor((at + n) / 2), 'common'));
        await Promise.all(part);
      }
    }, LONG);

    test('finds a part of a text without regard to case, and no sign of it means something else', async () => {
      expect(await numbers({ action: 'LOGIN' })).toEqual(['3 3', '2 2']);
      expect(await numbers({ action: '100% of_it' })).toEqual(['1 1']);
      expect(await numbers({ action: '100% ofxit' })).toEqual([]);
      expect(await numbers({ action: 'log', object: 'rates/3', actor: 'jane' })).toEqual(['3 3']);
      expect(await numbers({ actor: "'; drop table audit; --" })).toEqual([]);
    });

    test('keeps to its times, and says what was after', async () => {
      expect(await numbers({ from: start + 2, to: start + 3 })).toEqual(['2 2']);
      const [row] = (await search({ to: start + 2 })).rows;
      expect(row).toMatchObject({ actor: jane, action: rare, before: '', after: '{"n":1}', address: '::1' });
    });

    test('goes through the whole log page by page, no row twice and none left out', async () => {
      const ids: number[] = [];
      let before: AuditPlace | undefined;
      do {
        const { rows, next } = await search({ limit: 999, ...(before && { before }) });
        ids.push(...rows.map(({ id }) => id));
        before = next;
      } while (before !== undefined);
      expect(ids).toHaveLength(limits.audit.scan + 23);
      expect(new Set(ids).size).toBe(ids.length);
    });
  });
}
