import { TestClock } from '@sheetwire/client/test-clock';
import { testCaller } from '@sheetwire/client/test-line';
import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { KeptRules, type RulesPlace } from './kept-rules.ts';
import { comment, region, TestControls } from './test-board.ts';

const topic = 'ACME/RATES/DAILY';

/** The entries of one user, and viewers that come and go; the server answers as `answer` says. */
function testKept() {
  const clock = new TestClock();
  const sent: string[] = [];
  const alerts: string[] = [];
  const site = {
    clock,
    sent,
    isUnsaved: false,
    answer: (): { updated: boolean; message?: string } => ({ updated: false }),
    viewer(): RulesPlace & { board: TestControls } {
      return { board: new TestControls(), onMidEntry: () => undefined, refresh: () => undefined };
    },
  };
  const { call } = testCaller((_, input) => {
    const { attributeVal, controlVal }: Record<string, unknown> = { ...Object(input) };
    if (attributeVal === '[IS_MID_EDIT]') return {};
    sent.push([attributeVal, controlVal].map(String).join('='));
    return site.answer();
  });
  const kept = new KeptRules({
    ...{ call, clock, chance: () => 1, isRemote: false, alert: (text: string) => void alerts.push(text) },
    onUnsaved: (isUnsaved) => {
      site.isUnsaved = isUnsaved;
    },
  });
  return { ...site, kept, site, alerts };
}

test('what is not confirmed stands in its control again after another page of the portal, and can be given up', async () => {
  const { kept, clock, site, sent } = testKept();
  const first = site.viewer();
  kept.enter(first);
  kept.rules.follow(topic);
  kept.rules.typed(comment, 'stuck');
  await clock.advance(limits.typingPause);
  kept.leave(first);
  await clock.advance(2 * limits.controlUnconfirmed.most);
  expect([sent.length > 1, site.isUnsaved, first.board.wordsOf('Comment')]).toEqual([true, true, undefined]);
  const second = site.viewer();
  kept.enter(second);
  kept.rules.follow(topic);
  expect([kept.rules.openValue('Comment')?.value, second.board.wordsOf('Comment')]).toEqual([
    ...['stuck', 'Not saved yet: the publisher has not confirmed it. Trying again.'],
  ]);
  kept.rules.dismiss('Comment');
  const { length } = sent;
  await clock.advance(2 * limits.controlUnconfirmed.most);
  expect([sent.length, site.isUnsaved, second.board.wordsOf('Comment')]).toEqual([length, false, undefined]);
});

test('what is refused while another page of the portal is shown is read once the report is shown again', async () => {
  const { kept, clock, site } = testKept();
  site.answer = () => ({ updated: false, message: 'Not now' });
  const first = site.viewer();
  kept.enter(first);
  kept.rules.follow(topic);
  kept.rules.chosen(region, 'South');
  kept.leave(first);
  await clock.advance(0);
  kept.enter(site.viewer());
  kept.rules.follow(topic);
  expect(kept.rules.refusalOf('Region')).toMatchObject({ entry: '"South"', reason: 'Not now.' });
});

test('a viewer that goes after the next one came takes nothing away from it', () => {
  const { kept, site } = testKept();
  const [first, second] = [site.viewer(), site.viewer()];
  kept.enter(first);
  kept.enter(second);
  kept.rules.follow(topic);
  kept.leave(first);
  kept.mark('Region', { kind: 'sending' });
  expect([second.board.marks.get('Region'), first.board.marks.get('Region')]).toEqual([
    ...[{ kind: 'sending' }, undefined],
  ]);
});

test('what was being typed when another user came is not sent, and what was under way tells them nothing', async () => {
  const { kept, clock, site, sent, alerts } = testKept();
  site.answer = () => ({ updated: false, message: 'Not now' });
  kept.enter(site.viewer());
  kept.rules.follow(topic);
  kept.rules.chosen(region, 'South');
  kept.rules.typed(comment, 'half');
  kept.rules.end();
  await clock.advance(2 * limits.typingPause);
  expect([sent, site.isUnsaved, alerts]).toEqual([['Region=South'], false, []]);
  kept.rules.follow(topic);
  expect(kept.rules.refusalOf('Region')).toBeUndefined();
});

test('nothing that one user entered is sent once another user came', async () => {
  const { kept, clock, site, sent } = testKept();
  kept.enter(site.viewer());
  kept.rules.follow(topic);
  kept.rules.typed(comment, 'stuck');
  await clock.advance(limits.typingPause);
  kept.rules.end();
  const { length } = sent;
  await clock.advance(2 * limits.controlUnconfirmed.most);
  expect([sent.length, site.isUnsaved]).toEqual([length, false]);
});
