import { applyOps, type PageBody } from '@sheetwire/page/ops';
import { parseUser } from '@sheetwire/rules/principal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ann, daily, type EngineRig, engineRig, noSecrets } from '#report/testing/engine-rig.ts';
import { holdValue, letGo } from './holding.ts';

const bob = parseUser('ACME/bob') ?? ann;

interface Content {
  readonly region: string;
  readonly text: string;
  readonly isOutside: boolean;
}

function html({ region, text, isOutside }: Content): string {
  const options = ['N', 'S'].map((name) => `<option${name === region ? ' selected' : ''}>${name}</option>`);
  const list = `<select data-control="Region">${options.join('')}</select>`;
  const note = `<textarea data-control="Note">${text}</textarea>`;
  const row = `<td data-cell="A1">${list}</td><td data-cell="B1">${text}</td><td>${isOutside ? '' : note}</td>`;
  return `${isOutside ? note : ''}<table><tbody><tr>${row}</tr></tbody></table>`;
}

const content = fc.record({
  region: fc.constantFrom('', 'N', 'S'),
  text: fc.constantFrom('a', 'b'),
  isOutside: fc.boolean(),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('publish'), content }),
  fc.record({ kind: fc.constant('cell'), text: fc.constantFrom('a', 'b', 'c') }),
  fc.record({
    kind: fc.constant('hold'),
    key: fc.constantFrom('REGION', 'NOTE'),
    value: fc.constantFrom('N', 'S', 'x'),
  }),
  fc.record({ kind: fc.constant('let go'), key: fc.constantFrom('REGION', 'NOTE') }),
  fc.record({ kind: fc.constant('restart') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function play(rig: EngineRig, one: Step): Promise<void> {
  const { engine } = rig;
  if ('content' in one) {
    const pages = [{ name: 'P', html: html(one.content) }];
    const rest = { metadata: undefined, holdControls: true, viewSecret: undefined, publishSecret: undefined };
    const body = Buffer.from(JSON.stringify({ topic: daily, pages, holdControls: true }));
    await engine.publish(daily, { sender: ann, body, parse: () => ({ pages, ...rest }), secretsOf: noSecrets });
  } else if ('text' in one) {
    const baseVersion = await engine.read(daily, (state) => state?.ownVersion ?? 0);
    const cells = [{ page: 'P', cell: 'B1', html: one.text }];
    await engine.patch(daily, { sender: ann, baseVersion, cells });
  } else if ('value' in one) {
    const { key, value } = one;
    if (key === 'REGION' && value === 'x') return;
    const wanted = { owner: '' as const, key, value, user: bob, at: 1 };
    await engine.hold(daily, (state, cap) => holdValue(state, wanted, cap));
  } else if ('key' in one) {
    const held = await rig.stores.reports.held(daily);
    const version = String(held.find(({ key }) => key === one.key)?.version);
    await engine.hold(daily, (state) => letGo(state, { owner: '', key: one.key, version }));
  } else await rig.restart();
}

test('whatever is published, held and let go: changes lead to what a fetch gives, and held values are those shown', async () => {
  const rig = await engineRig();
  const fetch = () =>
    rig.engine.read(daily, (state) => ({
      version: state?.version ?? 0,
      pages: (state?.pages ?? []).map((page): PageBody => page.snapshot()),
      held: [...(state?.held.values() ?? [])],
    }));
  await fc.assert(
    fc.asyncProperty(content, fc.array(step, { maxLength: 12 }), async (first, steps) => {
      await play(rig, { kind: 'publish', content: first });
      let viewer = await fetch();
      for (const one of steps) {
        rig.steps.length = 0;
        await play(rig, one);
        const now = await fetch();
        const told = rig.steps.filter(({ from }) => from >= viewer.version);
        const isWhole = told.some(({ ops }) => ops === undefined);
        const pages = isWhole
          ? now.pages
          : applyOps(
              viewer.pages,
              told.flatMap(({ ops }) => ops ?? []),
            );
        expect(pages.map((page) => page.html)).toEqual(now.pages.map((page) => page.html));
        const [page = { html: '' }] = now.pages;
        for (const { name, value } of now.held) {
          const mark =
            name === 'Note' ? `data-control="Note">${value}</textarea>` : `<option selected="">${value}</option>`;
          expect(page.html).toContain(mark);
        }
        const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
        expect(now.held.toSorted(byKey)).toEqual([...(await rig.stores.reports.held(daily))].sort(byKey));
        viewer = now;
      }
    }),
    { numRuns: 60 },
  );
  await rig.close();
}, 120_000);
