import { expect, test } from 'vitest';
import { drawnRows, importsAgainst } from './web-rows.ts';

const rows = [['lib'], ['session', 'selection'], ['viewer'], ['pages']];
const file = (path: string, ...imported: string[]) => ({
  path: `apps/web/src/${path}`,
  text: imported.map((name) => `import { a } from '${name}';`).join('\n'),
});
const against = (...files: ReturnType<typeof file>[]) => importsAgainst(rows, files);

test('a folder imports from the rows below its own and from itself', () => {
  const viewer = file('features/viewer/model.ts', '#features/session/session.ts', './other.ts', '#lib/clock.ts');
  expect(against(viewer, file('pages/viewer/page.tsx', '#features/viewer/model.ts', '../failed-page.tsx'))).toEqual([]);
});

test('an import from a higher row, from the same row or from a folder in no row is told', () => {
  const session = file('features/session/session.ts', '../viewer/model.ts', '#features/selection/address.ts');
  const lib = file('lib/clock.ts', '#features/new/thing.ts');
  expect(against(session, lib, file('features/new/thing.ts', '#lib/clock.ts'))).toEqual([
    'apps/web/src/features/session/session.ts -> viewer',
    'apps/web/src/features/session/session.ts -> selection',
    'apps/web/src/lib/clock.ts -> new',
    'apps/web/src/features/new/thing.ts -> lib',
  ]);
});

test('a part that is loaded later counts as an import', () => {
  const later = { path: 'apps/web/src/lib/later.ts', text: "const load = () => import('#pages/viewer/page.tsx');" };
  expect(against(later)).toEqual(['apps/web/src/lib/later.ts -> pages']);
});

test('every folder of the web is drawn, once', () => {
  const drawn = drawnRows().flat();
  expect(drawn).toContain('report-document');
  expect(new Set(drawn).size).toBe(drawn.length);
});
