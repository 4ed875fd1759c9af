import { createCaller } from '@sheetwire/client/caller';
import { assumeAdmin, captureSnapshot, gropicPerms } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import { signIn } from '../support/portal.ts';
import { type Desk, startDesk } from './desk.ts';

const topic = 'DEMO/DESK/BOOK';

/** A row of the book. */
export type Position = readonly [name: string, currency: string, mid: string, profit: string];

/** A desk with one more report, of which a snapshot is kept. */
export interface VersionsDesk extends Desk {
  readonly topic: string;
  /** The day of the snapshot. */
  readonly day: string;
  /** Whether the desk's viewer may view the book. */
  letView(isAllowed: boolean): Promise<void>;
  publishBook(positions: readonly Position[], more?: Readonly<Record<string, string>>): Promise<void>;
}

export const positions: readonly Position[] = [
  ['USD SOFR 2Y', 'USD', '3.6095', '−202.9'],
  ['USD SOFR 5Y', 'USD', '3.5915', '50.3'],
  ['USD SOFR 10Y', 'USD', '3.6790', '1,048.1'],
];

/** Publishes the book, captures it, and lets the desk's viewer see both. */
export async function startVersionsDesk(): Promise<VersionsDesk> {
  const desk = await startDesk();
  const { call } = await desk.portal.publisher('DEMO/desk.publisher');
  const publishBook = async (rows: readonly Position[], more: Readonly<Record<string, string>> = {}) => {
    const others = Object.entries(more).map(([name, html]) => ({ name, html }));
    await call(publishReport, { topic, pages: [{ name: 'Positions', ...bookPage(rows) }, ...others] });
  };
  await publishBook(positions, { Notes: '<p>Closed</p>', Old: '<p>Last of its kind</p>' });
  const admin = 'DEMO/desk.publisher';
  const headers = { cookie: await signIn(desk.portal, admin), 'sec-fetch-site': 'same-origin' };
  const asAdmin = createCaller({ baseUrl: desk.portal.url, headers });
  await asAdmin(assumeAdmin, { gropic: topic });
  const letView = async (isAllowed: boolean) => {
    const viewers = isAllowed ? ['DEMO/vera', admin] : [admin];
    await asAdmin(gropicPerms, { gropic: topic, viewers, publishers: [admin], interactors: [], admins: [admin] });
  };
  await letView(true);
  const { success, message } = await asAdmin(captureSnapshot, { topic, location: 'London', backdate: true });
  if (success !== true) throw new Error(`No snapshot was captured: ${message}`);
  const day = /\d{4}-\d\d-\d\d/.exec(message ?? '')?.[0];
  if (!day) throw new Error(`The capture does not say its day: ${message}`);
  return { ...desk, topic, day, publishBook, letView };
}

function bookPage(rows: readonly Position[]) {
  const head = ['Instrument', 'Ccy', 'Mid', 'P&amp;L day'];
  const line = (cells: readonly string[], n: number) => {
    const inner = cells.map((cell, c) => {
      const flags = n > 1 && c > 1 ? ' data-num="" data-s="0"' : '';
      const tag = n === 1 || c === 0 ? 'th' : 'td';
      return `<${tag} data-cell="${'ABCD'[c]}${n}"${flags}>${cell}</${tag}>`;
    });
    return `<tr>${inner.join('')}</tr>`;
  };
  const widths = [160, 60, 90, 90].map((width) => `<col style="width:${width}px">`).join('');
  const body = [head, ...rows].map((cells, n) => line(cells, n + 1)).join('');
  return {
    html: `<table data-freeze="1,1"><colgroup>${widths}</colgroup><tbody>${body}</tbody></table>`,
    styles: ['background-color:#eef4ff;color:#10243f'],
  };
}
