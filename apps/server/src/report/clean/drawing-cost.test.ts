import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { cleanPage } from './clean-page.ts';

const { layout } = limits.clean;
const cleaned = (html: string) => cleanPage(html).html;
const count = (html: string, piece: string) => html.split(piece).length - 1;

test('dashes that are too short to be seen go', () => {
  const line = (dashes: string) => cleaned(`<svg><path stroke-dasharray="${dashes}"/></svg>`);
  expect(line('0.001')).not.toContain('dash');
  expect(line('0 4')).toContain('stroke-dasharray="0 4"');
  const styled = (dashes: string) => cleaned(`<svg><path style="stroke-dasharray:${dashes}"/></svg>`);
  for (const dashes of ['0.001', '.1px,.1px', '1em', 'calc(1px - 1px)', '1mm'])
    expect(styled(dashes)).not.toContain('dash');
  for (const dashes of ['3.7,1.6', '2px 2px', 'none']) expect(styled(dashes)).toContain(`"stroke-dasharray:${dashes}"`);
});

test('a clip within a clip is not drawn', () => {
  const html = '<svg><clipPath id="r-a" clip-path="url(#b)"><rect clip-path="url(#b)"></rect></clipPath></svg>';
  expect(cleaned(html)).toBe('<svg><clipPath id="r-a"><rect></rect></clipPath></svg>');
  expect(cleaned('<svg><rect clip-path="url(#b)"/></svg>')).toBe('<svg><rect clip-path="url(#r-b)"></rect></svg>');
});

test('what others would inherit dashes nothing', () => {
  const html = cleaned(
    '<div style="stroke-dasharray:1"><svg><g stroke-dasharray="1" style="stroke-dasharray:2"><path/></g></svg></div>',
  );
  expect(html).toBe('<div><svg><g><path></path></g></svg></div>');
});

test('a clip has few shapes and no letters, and clipped elements lie only so deep in each other', () => {
  const shapes = `<clipPath id="a"><text>x</text>${'<rect></rect>'.repeat(layout.clipShapes + 5)}</clipPath>`;
  const html = cleaned(`<svg>${shapes}${'<g clip-path="url(#a)">'.repeat(layout.clips + 5)}</svg>`);
  expect(count(html, '<rect')).toBe(layout.clipShapes);
  expect(html).not.toContain('<text');
  expect(count(html, 'clip-path=')).toBe(layout.clips);
  const beside = cleaned(`<svg>${'<rect clip-path="url(#a)"></rect>'.repeat(layout.clips + 5)}</svg>`);
  expect(count(beside, 'clip-path=')).toBe(layout.clips + 5);
});
