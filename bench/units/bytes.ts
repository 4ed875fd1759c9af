import { request } from 'node:http';
import { stream, watch } from '@sheetwire/contract/live';
import { publishReport } from '@sheetwire/contract/publish';
import { turned } from '../lib/engine.ts';
import type { Figure } from '../lib/figures.ts';
import { post } from '../servers/post.ts';
import { type Product, startProduct, TOPIC } from '../servers/product.ts';

const ROWS = 500;
const STYLES = ['color:#111', 'color:#222', 'font-weight:bold', 'text-align:right'];
const TEXT = '12345.5'.length;
/** What the goal allows: twice the text, and so much for a cell and an event. */
const ALLOWED = { text: 2, cell: 32, event: 128 } as const;

/** Bytes on a viewer's line when one to ten cells of 10,000 changed in a page that was published whole. */
export async function bytes(): Promise<Figure[]> {
  const product = await startProduct(1, turned(ROWS, 1, 0));
  const line = await openLine(product);
  try {
    const allowed: number[] = [];
    const resent: number[] = [];
    for (let changed = 1; changed <= 10; changed++) {
      await product.call(publishReport, whole(turned(ROWS, changed, 0)));
      await line.settled();
      const html = turned(ROWS, changed, 1);
      const before = line.received();
      await product.call(publishReport, whole(html));
      await line.settled();
      const spent = line.received() - before;
      allowed.push(spent / (ALLOWED.text * TEXT * changed + ALLOWED.cell * changed + ALLOWED.event));
      resent.push(spent / Buffer.byteLength(html));
    }
    return [
      { id: 'bytes of 1…10 changed cells / allowed', unit: 'ratio', values: [Math.max(...allowed)] },
      { id: 'bytes of 1…10 changed cells / the page', unit: 'ratio', values: [Math.max(...resent)] },
    ];
  } finally {
    line.close();
    await product.stop();
  }
}

function whole(html: string) {
  return { topic: TOPIC, pages: [{ name: 'Positions', html, styles: STYLES }] };
}

const QUIET = 150;

/** One viewer's line, byte by byte. */
async function openLine(product: Product) {
  const port = Number(new URL(product.url).port);
  const cookie = product.cookies[0] ?? '';
  let received = 0;
  let heardAt = performance.now();
  const sent = request({ host: '127.0.0.1', port, path: stream.path, headers: { cookie } });
  const streamId = await new Promise<string>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => {
      answer.on('error', () => undefined);
      answer.on('data', (chunk: Buffer) => {
        received += chunk.length;
        heardAt = performance.now();
        const id = /"streamId":"([^"]+)"/.exec(chunk.toString())?.[1];
        if (id !== undefined) resolve(id);
      });
    });
    sent.end();
  });
  sent.on('error', () => undefined);
  const topics = [{ topic: TOPIC, version: 1 }];
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  await post({ port, path: watch.path, agent: product.agent, headers }, JSON.stringify({ streamId, topics }));
  return {
    received: () => received,
    async settled() {
      heardAt = performance.now();
      while (performance.now() - heardAt < QUIET) await new Promise((resolve) => setTimeout(resolve, QUIET));
    },
    close: () => sent.destroy(),
  };
}
