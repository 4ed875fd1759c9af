import { expect, test } from 'vitest';
import { pageSheets, sharedClasses } from './class-names.ts';

test('a class that two folders style is told; what is within a rule, or of ui, is nobody’s own', () => {
  expect(
    sharedClasses([
      { path: 'src/pages/admin/admin.css', css: '.time { color: red; & .row { top: 0 } } .panel > .x { top: 0 }' },
      { path: 'src/features/time/time.css', css: '/* .list { */ @media print { .list, .time > a { top: 0 } } .row {}' },
      {
        path: 'src/pages/audit/audit.css',
        css: '.audit { & .list { top: 0 } } .panel .audit, :is(.list, .time) { top: 0 }',
      },
      { path: 'src/ui/page.css', css: '.panel { top: 0 }' },
    ]),
  ).toEqual(['.time: src/features/time, src/pages/admin']);
});

test('no page styles what another page has', () => {
  const sheets = pageSheets();
  expect(sheets.length).toBeGreaterThan(20);
  expect(sharedClasses(sheets)).toEqual([]);
});
