import { beforeEach, describe, expect, test } from 'vitest';
import { forgetNewFeatures } from '../support/old-browser.ts';
import { visitEachTest } from './visit.ts';

const visit = visitEachTest({ viewport: { width: 600, height: 900 } });

const ink = 'background:#f0f;color:#f0f;width:90px;height:60px';
/** Each draws, or tries to, in one colour beyond the frame of its report; the last ones only where cleaning failed. */
const reaching: Readonly<Record<string, string>> = {
  'an offset upwards': `<div style="${ink};position:relative;top:-130px">up</div>`,
  'an offset to the side': `<div style="${ink};position:relative;left:-60px">left</div>`,
  'an offset downwards': `<div style="${ink};position:relative;top:130px">down</div>`,
  'a percentage of its frame': `<div style="${ink};position:relative;left:-100%;width:150%">left</div>`,
  'a sticky box': `<div style="${ink};position:sticky;top:-400px;bottom:900px">sticky</div>`,
  'a shadow': `<div style="${ink};box-shadow:0 0 0 200px #f0f">shadow</div>`,
  'a blurred shadow': `<div style="${ink};box-shadow:0 -120px 40px 20px #f0f">shadow</div>`,
  'a shadow of letters': `<div style="${ink};text-shadow:0 -90px #f0f,-40px -120px #f0f">IIIII</div>`,
  'an outline': `<div style="${ink};outline:150px solid #f0f">outline</div>`,
  'an indent': `<p style="margin:0;color:#f0f;text-indent:-60px;font-size:40px">HHHHHHHH</p>`,
  'letters drawn together': `<p style="margin:0;color:#f0f;letter-spacing:-80px;font-size:60px">HHHHHHHH</p>`,
  'words drawn together': `<p style="margin:0;color:#f0f;word-spacing:-150px;font-size:60px">H H H H H</p>`,
  'a line without height': `<p style="margin:0;color:#f0f;line-height:0;font-size:160px">HHH</p>`,
  'combining marks': `<p style="margin:0;color:#f0f;font-size:30px">H${'\u030d'.repeat(60)}</p>`,
  'a raised text': `<p style="margin:0;height:20px;color:#f0f;overflow:visible"><span style="vertical-align:140px">HHH</span></p>`,
  'a drawing': `<svg width="80" height="40" style="overflow:visible"><rect x="-60" y="-200" width="200" height="400" fill="#f0f"></rect></svg>`,
  'a list mark': '<ul style="margin:0;padding:0;color:#f0f;font-size:60px;list-style:square outside"><li>H</li></ul>',
  'a table of fixed width': `<table style="table-layout:fixed;width:1px;direction:rtl"><tr><td style="${ink};white-space:nowrap">HHHHHHHHHHHHHHHHHHHHHHHH</td></tr></table>`,
  'a margin that pulls': `<div style="${ink};margin-top:-120px">margin</div>`,
  'a place of its own': `<div style="${ink};position:absolute;top:-120px;left:-40px">absolute</div>`,
  'a place in the window': `<div style="${ink};position:fixed;inset:0;width:auto;height:auto">fixed</div>`,
  'a turn': `<div style="${ink};transform:translate(-40px,-120px) scale(3);z-index:99">turned</div>`,
};

/** Shows a page between a head and a foot of the portal, as it goes on paper. */
async function onPaper(html: string): Promise<void> {
  await visit.page.evaluate(`(async () => {
    document.body.setAttribute('style', 'margin:0;padding:200px 100px;background:#fff;--surface-1:#fff');
    document.body.replaceChildren();
    const body = { html: ${JSON.stringify(html)}, styles: [] };
    await harness.shown(body, {}, 'position:relative;width:400px;height:300px');
  })()`);
  await visit.page.emulateMedia({ media: 'print' });
}

/** How many points of the picture have the report's colour within its frame, and how many beyond it. */
async function inked(): Promise<{ within: number; beyond: number }> {
  const frame = await visit.page.getByTestId('report').evaluate((host) => {
    const { left, top, right, bottom } = host.getBoundingClientRect();
    return { left, top, right, bottom };
  });
  const picture = (await visit.page.screenshot()).toString('base64');
  const counting = await visit.harness.browser.newPage();
  try {
    return await counting.evaluate(countInk, { picture, frame });
  } finally {
    await counting.close();
  }
}

/** Draws a box in the page around the report. */
function drawBeside(style: string): void {
  const box = document.createElement('div');
  box.style.cssText = style;
  document.body.append(box);
}

interface Counted {
  readonly picture: string;
  readonly frame: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

async function countInk({ picture, frame }: Counted): Promise<{ within: number; beyond: number }> {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const drawing = canvas.getContext('2d');
  drawing?.drawImage(image, 0, 0);
  const { data } = drawing?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
  const count = { within: 0, beyond: 0 };
  for (let n = 0; n < data.length; n += 4) {
    const isInk = (data[n] ?? 0) > 180 && (data[n + 1] ?? 0) < 160 && (data[n + 2] ?? 0) > 180;
    if (!isInk) continue;
    const x = (n / 4) % image.width;
    const y = Math.floor(n / 4 / image.width);
    const isWithin = x >= frame.left - 1 && x <= frame.right && y >= frame.top - 1 && y <= frame.bottom;
    count[isWithin ? 'within' : 'beyond']++;
  }
  return count;
}

describe.each([
  ['a present browser', async () => undefined],
  ['an old browser', () => forgetNewFeatures(visit.context)],
])('on paper, in %s', (_, prepare) => {
  beforeEach(async () => {
    await prepare();
    await visit.page.goto(visit.harness.url);
  });

  test('nothing that a report draws reaches beyond its frame', async () => {
    // What is looked for is seen: within the frame, and beyond it where the page around the report draws it.
    await onPaper(`<div style="${ink}">in</div>`);
    expect(await inked()).toEqual({ within: expect.toSatisfy((points) => points > 1000), beyond: 0 });
    await visit.page.evaluate(drawBeside, `${ink};position:fixed;top:0;left:0`);
    expect((await inked()).beyond).toBeGreaterThan(1000);
    const beyond: string[] = [];
    for (const [what, html] of Object.entries(reaching)) {
      await onPaper(`<p style="height:60px">Text</p>${html}<p>Text</p>`);
      const count = await inked();
      if (count.beyond > 0) beyond.push(`${what}: ${count.beyond}`);
      await visit.page.emulateMedia({ media: null });
    }
    expect(beyond).toEqual([]);
  });

  test('the frame grows with what stands in it: a wide table, a tall text and a floating box are whole', async () => {
    const missing: string[] = [];
    const tall = `<div style="${ink};float:left;height:700px">tall</div>`;
    const wide = `<table><tr>${'<td style="min-width:80px">cell</td>'.repeat(12)}</tr></table>`;
    for (const html of [
      tall,
      wide,
      `<p>Text</p>${wide}`,
      `<pre style="white-space:pre">${'word '.repeat(200)}</pre>`,
    ]) {
      await onPaper(html);
      const isWhole = await visit.page.getByTestId('report').evaluate((host) => {
        const box = host.getBoundingClientRect();
        const parts = [...(host.shadowRoot?.querySelectorAll('.page, .page *') ?? [])];
        const isIn = (part: Element) => {
          const { right, bottom } = part.getBoundingClientRect();
          return right <= box.right + 1 && bottom <= box.bottom + 1;
        };
        return parts.length > 1 && parts.every(isIn);
      });
      if (!isWhole) missing.push(html.slice(0, 60));
      await visit.page.emulateMedia({ media: null });
    }
    expect(missing).toEqual([]);
  });
});
