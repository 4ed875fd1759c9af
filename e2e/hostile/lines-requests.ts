import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { login } from '@sheetwire/contract/accounts';
import { stream, watch } from '@sheetwire/contract/live';
import { publishCells, publishReport } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import { type Answer, ask, type Caller, json } from './ask.ts';
import { type HostileRequest, TOPIC, times } from './request-makers.ts';

/** Bytes on a line of their own, as no library sends them; what came, until the line ended or after so many answers. */
async function onLine(caller: Caller, bytes: string, answers: number): Promise<Answer[]> {
  const { hostname, port } = new URL(caller.portal.url);
  const line = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => line.once('close', () => resolve()));
  let text = '';
  line.on('error', () => undefined);
  line.on('data', (chunk) => {
    text += chunk;
    if (text.split('HTTP/1.1 ').length > answers) line.destroy();
  });
  line.write(bytes);
  await closed;
  return [{ status: Number(text.slice('HTTP/1.1 '.length).slice(0, 3)), text: '', headers: {} }];
}

const ahead = (name: string, one: string): HostileRequest => ({
  name,
  send: (caller) => onLine(caller, times(4000, one), 4000),
  outcomes: ['cut', 'taken', '404', '403', '401'],
});

/** A report of which four versions changed all of 2,000 cells, and the version before these. */
async function manyChanges(caller: Caller): Promise<number> {
  const cells = Array.from({ length: 2000 }, (_, n) => `A${n + 1}`);
  const rows = cells.map((cell) => `<tr><td data-cell="${cell}">0</td></tr>`).join('');
  const pages = [{ name: 'P', html: `<table><tbody>${rows}</tbody></table>` }];
  const published = await ask(caller, { path: publishReport.path, body: json({ topic: TOPIC, pages }) });
  const { version: first } = JSON.parse(published.text);
  let version: number = first;
  for (const letter of 'abcd') {
    const html = times(150, letter);
    const changes = cells.map((cell) => ({ page: 'P', cell, html }));
    const body = json({ topic: TOPIC, baseVersion: version, cells: changes });
    ({ version } = JSON.parse((await ask(caller, { path: publishCells.path, body })).text));
  }
  return first;
}

/** Opens a stream, and sets what it carries. */
async function watchOnStream(caller: Caller, topics: readonly unknown[]): Promise<Answer[]> {
  const { hostname, port } = new URL(caller.portal.url);
  const sent = request({
    ...{ hostname, port, path: stream.path, agent: false },
    headers: { cookie: caller.cookie, 'sec-fetch-site': 'same-origin' },
  });
  sent.on('error', () => undefined);
  sent.end();
  const [answer] = await once(sent, 'response');
  const [hello] = await once(answer, 'data');
  answer.on('error', () => undefined).resume();
  const streamId = /"streamId":"([^"]+)"/.exec(String(hello))?.[1];
  const set = await ask(caller, { path: watch.path, as: 'cookie', body: json({ streamId, topics }) });
  sent.destroy();
  return [set];
}

/** Readers that ask for a long report and take nothing of it. */
async function unread(caller: Caller, count: number): Promise<Answer[]> {
  const pages = [{ name: 'P', html: `<p>${times(15_000_000, 'x')}</p>` }];
  const published = await ask(caller, { path: publishReport.path, body: json({ topic: TOPIC, pages }) });
  const { hostname, port } = new URL(caller.portal.url);
  const body = json({ topic: TOPIC, returnReport: true });
  const asked = Array.from({ length: count }, async () => {
    const headers = { cookie: caller.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const sent = request({ hostname, port, path: report.path, method: 'POST', agent: false, headers });
    sent.on('error', () => undefined);
    sent.end(body);
    const [answer] = await once(sent, 'response');
    answer.on('error', () => undefined);
    return sent;
  });
  for (const sent of await Promise.all(asked)) sent.destroy();
  return [published];
}

/** A call whose body of blanks comes byte by byte. */
function byteByByte(path: string, identity: string, bytes: number): string {
  const head = [`POST ${path} HTTP/1.1`, 'Host: a', identity, 'Content-Type: application/json'];
  return [...head, 'Transfer-Encoding: chunked', '', `${times(bytes, '1\r\n \r\n')}0\r\n\r\n`].join('\r\n');
}

/** What lines are used for that no browser does. */
export const lines: readonly HostileRequest[] = [
  ahead('4,000 requests sent ahead', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'),
  ahead('4,000 addresses that are none, sent ahead', 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n'),
  ahead(
    '4,000 calls that are refused, sent ahead',
    `POST ${report.path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  ),
  {
    name: 'a watch that names one report fifty times, which lacks four long versions',
    send: async (caller) => {
      const version = await manyChanges(caller);
      return watchOnStream(
        caller,
        Array.from({ length: 50 }, () => ({ topic: TOPIC, version })),
      );
    },
    outcomes: ['taken'],
  },
  {
    name: 'a publish of 10 MB of blanks that comes byte by byte',
    send: (caller) => {
      const identity = `Authorization: Bearer ${caller.key}`;
      return onLine(caller, byteByByte(publishReport.path, identity, 10_000_000), 1);
    },
    outcomes: ['cut'],
  },
  {
    name: '40 strangers sign in by bodies that come byte by byte',
    send: async (caller) => {
      const body = byteByByte(login.path, 'Sec-Fetch-Site: same-origin', 60_000);
      return (await Promise.all(Array.from({ length: 40 }, () => onLine(caller, body, 1)))).flat();
    },
    outcomes: ['cut', '429', '503'],
  },
  {
    name: '200 readers of a long report who take nothing of it',
    send: (caller) => unread(caller, 200),
    outcomes: ['taken'],
  },
];
