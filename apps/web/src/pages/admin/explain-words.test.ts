import { expect, test } from 'vitest';
import { grantWords, lossWords, type RightsHeld, reasonWords } from './explain-words.ts';

const none: RightsHeld = { view: false, publish: false, interact: false, administer: false };

test('a grant names the way from the user to the list', () => {
  const path = ['ACME/ann', 'ACME/SWAPS', 'ACME/RATES'];
  expect(grantWords({ list: 'viewers', path }, (name) => name.slice(5))).toBe('Viewers: ann in SWAPS in RATES');
});

test('what a removal would take and leave is said', () => {
  const all = { ...none, view: true, publish: true };
  expect(lossWords({ ...all, interact: true }, { ...none, publish: true })).toBe(
    'If removed: cannot view, cannot interact; can still publish',
  );
  expect(lossWords(all, all)).toBe('If removed: can still view, publish');
  expect(lossWords(none, none)).toBe('If removed: nothing changes');
  expect(lossWords(none, { ...none, view: true }, 'there')).toBe('can view');
});

test('a reason names what is of the reader’s own entity without it', () => {
  const ownName = (name: string) => (name.startsWith('ACME/') ? name.slice(5) : name);
  const reason = 'Is a viewer of ACME/RATES/DAILY PNL through ACME/SWAPS in ACME/ALL DESKS, as DEMO/ann is';
  expect(reasonWords(reason, ownName)).toBe(
    'Is a viewer of RATES/DAILY PNL through SWAPS in ALL DESKS, as DEMO/ann is',
  );
});
