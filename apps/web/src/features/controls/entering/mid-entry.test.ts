import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { comment, submit, TestControls, tagged } from '../test-board.ts';

test('the focus begins an entry; it is over 1.75 s after the last key', async () => {
  const site = new TestControls();
  site.rules.entered();
  await site.clock.advance(1000);
  site.rules.typed(tagged(comment), 'a');
  await site.clock.advance(limits.midEntryReset - 1);
  expect([site.entering, site.told]).toEqual([[true], ['true', 'true']]);
  await site.clock.advance(1);
  expect([site.entering, site.told]).toEqual([
    [true, false],
    ['true', 'true', 'false'],
  ]);
  await site.clock.advance(60_000);
  expect(site.told).toHaveLength(3);
});

test('while typing goes on the server is told again every 2 s, so that its word does not lapse', async () => {
  const site = new TestControls();
  for (let n = 0; n < 20; n++) {
    site.rules.typed(tagged(comment), `text ${n}`);
    await site.clock.advance(500);
  }
  expect(site.told.filter((word) => word === 'true')).toHaveLength(1 + 10_000 / limits.midEntryRecheck);
  expect(limits.midEntryRecheck).toBeLessThan(limits.midEditLease);
});

test('leaving the control, Submit, Cancel and another tab end it', async () => {
  const site = new TestControls();
  const endings = [
    () => site.rules.left('Comment'),
    () => site.rules.submit('order1', submit),
    () => site.rules.cancel('order1'),
    () => site.rules.leavePage(),
  ];
  for (const end of endings) {
    site.rules.entered();
    await site.clock.advance(0);
    end();
    await site.clock.advance(0);
    expect(site.entering.at(-1)).toBe(false);
    expect(site.told.at(-1)).toBe('false');
  }
});

test('typing again after a rest begins anew', async () => {
  const site = new TestControls();
  site.rules.typed(comment, 'a');
  await site.clock.advance(limits.midEntryReset);
  site.rules.typed(comment, 'ab');
  expect(site.entering).toEqual([true, false, true]);
});

test('a server that is away never holds the entry up, and the last word told is the true one', async () => {
  const site = new TestControls();
  let release: () => void = () => undefined;
  site.answer = ({ attributeVal }) =>
    attributeVal === '[IS_MID_EDIT]'
      ? new Promise((resolve) => {
          release = () => resolve({});
        })
      : { updated: true };
  site.rules.entered();
  site.rules.left('Comment');
  site.rules.entered();
  site.rules.left('Comment');
  await site.clock.advance(0);
  expect(site.told).toEqual(['true']);
  release();
  await site.clock.advance(0);
  expect(site.told).toEqual(['true', 'false']);
});
