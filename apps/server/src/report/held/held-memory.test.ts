import { parseUser } from '@sheetwire/rules/principal';
import { expect, test } from 'vitest';
import type { Control } from '#report/clean/controls.ts';
import { PageState } from '#report/page-state.ts';
import type { ReportState } from '#report/report-state.ts';
import { ann } from '#report/testing/engine-rig.ts';
import { heapHeld, ofOnePiece } from '#testing/heap-held.ts';
import { nothingHeld } from './held-values.ts';
import { holdValue } from './holding.ts';

const TEXT = 1_000_000;
const VERSIONS = 20;
const bob = parseUser('ACME/bob') ?? ann;

function report(): ReportState {
  const list = '<select data-control="Region"><option selected="">North</option><option>South</option></select>';
  const html = ofOnePiece(
    `<table><tbody><tr><td>${list}</td><td data-cell="B1">${'x'.repeat(TEXT)}</td></tr></tbody></table>`,
  );
  const controls: Control[] = [{ name: 'Region', kind: 'list', options: ['North', 'South'] }];
  return {
    ...{ version: 1, time: '20261121120000000', sender: ann, metadata: {}, holdControls: true },
    ...{ pages: [new PageState({ name: 'P', user: null, html, styles: [] }, controls)], held: nothingHeld },
    ...{ ownVersion: 1, cleaner: 1 },
  };
}

test('a value that is held keeps nothing of the page that its control was found on', async () => {
  const markups: (string | undefined)[] = [];
  const bytes = await heapHeld(() => {
    for (let at = 1; at <= VERSIONS; at++) {
      const held = holdValue(report(), { owner: '', key: 'REGION', value: 'South', user: bob, at }, 2 * TEXT);
      markups.push(typeof held === 'string' ? held : held.holding.value?.markup);
    }
    return markups;
  });
  expect(markups[0]).toContain('<option selected="">North</option>');
  expect(bytes).toBeLessThan((VERSIONS * TEXT) / 10);
});
