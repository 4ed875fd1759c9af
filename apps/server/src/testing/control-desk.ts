import { parseGropic } from '@sheetwire/rules/gropic';
import { branded } from '@sheetwire/rules/name';
import { type Principal, parsePrincipal } from '@sheetwire/rules/principal';
import type { WaitingUpdate } from '#ports/controls.ts';
import { publisherOf, type TestPublisher, viewerOf } from './publisher.ts';
import type { TestApp, TestBrowser } from './test-app.ts';

export const orders = branded<'Topic'>('ACME/DESK/ORDERS');

/** The cells of a page with every kind of control. */
export function orderCells(region = 'North', comment = 'none'): string[] {
  const options = ['North', 'South'].map((name) => `<option${name === region ? ' selected' : ''}>${name}</option>`);
  return [
    `<textarea data-control="Comment">${comment}</textarea>`,
    `<select data-control="Region">${options.join('')}</select>`,
    '<input type="checkbox" data-control="Approve">',
    '<input type="date" data-control="Due">',
    '<input type="datetime-local" data-control="Start">',
    '<input type="time" data-control="Cut">',
    '<button data-control="Run">Run</button>',
  ];
}

/** The page as a publisher sends it. */
export function orderPage(cells: readonly string[] = orderCells(), name = 'Orders') {
  const row = cells.map((cell, n) => `<td data-cell="A${n + 1}">${cell}</td>`).join('');
  return { name, html: `<table><tbody><tr>${row}</tr></tbody></table>` };
}

/** A connected publisher of a test. */
export interface Connected {
  readonly session: string;
  /** What a poll that waits no longer than `waitMs` answers. */
  poll(waitMs?: number): Promise<{ status: number; body: Record<string, unknown>; updates: WireUpdate[] }>;
  /** The same with a reason. */
  say(ack: {
    readonly id: string;
    readonly status: string;
    readonly message: string;
  }): Promise<Awaited<ReturnType<TestPublisher['call']>>>;
  ack(status: string, ...ids: string[]): Promise<{ status: number; body: Record<string, unknown> }>;
}
type WireUpdate = Omit<WaitingUpdate, 'at' | 'isHeld'> & { time: string; held?: boolean };

/** A report with controls on a server, its publisher, one who may use them and one who may only look. */
export interface ControlDesk {
  readonly bot: TestPublisher;
  readonly ann: TestBrowser;
  readonly vic: TestBrowser;
  publish(pages?: readonly object[], more?: object): Promise<Record<string, unknown>>;
  connect(topics?: readonly string[], instanceId?: string, bot?: TestPublisher): Promise<Connected>;
  /** What a viewer's use of a control answers. */
  use(name: string, value: string | null, web?: TestBrowser, id?: string): Promise<Record<string, unknown>>;
  shown(web?: TestBrowser): Promise<string>;
}

export async function controlDesk(server: TestApp): Promise<ControlDesk> {
  const bot = await publisherOf(server, 'ACME/bot');
  const ann = await viewerOf(server, 'ACME/ann');
  const vic = await viewerOf(server, 'ACME/vic');
  const desk: ControlDesk = {
    bot,
    ann,
    vic,
    publish: async (pages = [orderPage()], more = {}) =>
      (await bot.call('publish.publishReport', { topic: orders, pages, ...more })).body,
    connect: (topics = [orders], instanceId = 'book', by = bot) => connect(by, topics, instanceId),
    use: (attributeVal, controlVal, web, id) =>
      (web ?? ann).call('reports/oncontrolaction/', {
        topic: orders,
        attributeVal,
        controlVal,
        ...(id !== undefined && { id }),
      }),
    shown: async (web = ann) => {
      const { pages } = await web.call('reports/report/', { topic: orders, reportTime: '' });
      return Array.isArray(pages) ? pages.join('\n') : '';
    },
  };
  await desk.publish();
  await grantControls(server, {});
  return desk;
}

/** Sets who may do what with the report. */
export async function grantControls(
  server: TestApp,
  lists: Partial<Record<'viewers' | 'publishers' | 'interactors', readonly string[]>>,
): Promise<void> {
  const { viewers = ['ACME/ann', 'ACME/vic'], publishers = ['ACME/bot'], interactors = ['ACME/ann'] } = lists;
  const of = (names: readonly string[]) => names.flatMap((name): Principal[] => [parsePrincipal(name) ?? never(name)]);
  const gropic = parseGropic(orders) ?? never(orders);
  const { perms } = server.stores;
  const present = (await perms.get(gropic))?.version ?? 0;
  const all = { viewers: of(viewers), publishers: of(publishers), interactors: of(interactors), admins: [] };
  await perms.save({ gropic, ...all, version: 0 }, present);
  await server.app.reporting.tellRights(gropic);
}

function never(name: string): never {
  throw new Error(`${name} is no name`);
}

async function connect(bot: TestPublisher, topics: readonly string[], instanceId: string): Promise<Connected> {
  const { status, body } = await bot.call('publish.publishOpen', { topics, instanceId });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const session = String(body.session);
  let cursor = '';
  return {
    session,
    async poll(waitMs = 25_000) {
      const answer = await bot.call('publish.publishControls', { session, cursor, waitMs });
      if (typeof answer.body.cursor === 'string') cursor = answer.body.cursor;
      const updates = answer.body.updates as WireUpdate[] | undefined;
      return { ...answer, updates: updates ?? [] };
    },
    say: (ack) => bot.call('publish.publishAck', { session, acks: [ack] }),
    ack: (kind, ...ids) => bot.call('publish.publishAck', { session, acks: ids.map((id) => ({ id, status: kind })) }),
  };
}
