import { gzipSync } from 'node:zlib';
import { login, userSettings } from '@sheetwire/contract/accounts';
import { getUserByKey } from '@sheetwire/contract/accounts/own';
import { limits } from '@sheetwire/contract/limits';
import { publishCells } from '@sheetwire/contract/publish';
import { report } from '@sheetwire/contract/reports';
import { newToken } from '@sheetwire/contract/tokens';
import { expect, test } from 'vitest';
import { createCaller } from './caller.ts';
import { decodePage } from './decode-page.ts';
import { decodePageInNode } from './decode-page-node.ts';
import { CallError, NetworkFailure } from './failures.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function serverAnswering(...answers: Response[]) {
  const sent: Sent[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: String(url), init });
    return answers[sent.length - 1] ?? Response.error();
  };
  return { sent, fetch };
}

const cells = { topic: 'ACME/RATES/DAILY', baseVersion: 3, cells: [] };

test('a call goes to its path with its input as JSON, and its answer is read by the contract', async () => {
  const { sent, fetch } = serverAnswering(Response.json({ time: 'no_time', version: 0, later: 1 }));
  const call = createCaller({
    baseUrl: 'https://desk.example/',
    fetch,
    headers: () => ({ authorization: 'Bearer swk_x' }),
  });
  expect(await call(report, { topic: 'ACME/RATES/DAILY' })).toEqual({ time: 'no_time', version: 0 });
  expect(sent[0]?.url).toBe('https://desk.example/api/v1/reports/report/');
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"topic":"ACME/RATES/DAILY"}' });
  expect(new Headers(sent[0]?.init.headers).get('authorization')).toBe('Bearer swk_x');
});

test('a call that outlives its page is one that the browser makes to its end', async () => {
  const { sent, fetch } = serverAnswering(Response.json({}), Response.json({}));
  const call = createCaller({ fetch });
  await call(userSettings, { recentReports: [] }, { outlivesPage: true });
  await call(userSettings, { recentReports: [] });
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true, undefined]);
});

test('an answer tells what time it is on the server, a refusal of something between does not', async () => {
  const date = 'Sun, 22 Nov 2026 12:00:05 GMT';
  const heard: number[] = [];
  const onServerTime = (at: number) => void heard.push(at);
  const { fetch } = serverAnswering(
    Response.json({}, { headers: { date } }),
    Response.json({}),
    Response.json({}, { headers: { date }, status: 502 }),
  );
  const call = createCaller({ fetch });
  await call(userSettings, { recentReports: [] }, { onServerTime });
  await call(userSettings, { recentReports: [] }, { onServerTime });
  await expect(call(userSettings, { recentReports: [] }, { onServerTime })).rejects.toThrow(CallError);
  expect(heard).toEqual([Date.UTC(2026, 10, 22, 12, 0, 5)]);
});

test('the input of a GET and the query of a POST are in the address', async () => {
  const { sent, fetch } = serverAnswering(Response.json({}), Response.json({ token: 't', timeGeneratedUtc: 'u' }));
  const call = createCaller({ fetch });
  await call(getUserByKey, { key: 'a b' });
  await call(newToken, {}, { query: { manualGen: 'true', tokenApp: '' } });
  expect(sent.map(({ url }) => url)).toEqual([
    '/api/v1/accounts/getuser/?key=a+b',
    '/api/v1/tokens/newtoken/?manualGen=true&tokenApp=',
  ]);
  expect(sent[0]?.init.body).toBeUndefined();
});

test('a conflict says which version the server has', async () => {
  const error = { code: 'wrong_base_version', message: 'The report has another version', have: 7 };
  const { fetch } = serverAnswering(Response.json({ error }, { status: 409 }));
  const failure = await createCaller({ fetch })(publishCells, cells).catch((each) => each);
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({ status: 409, code: 'wrong_base_version', have: 7, message: error.message });
});

test('a throttled login keeps its message and says how long to wait', async () => {
  const headers = { 'retry-after': '90' };
  const { fetch } = serverAnswering(Response.json({ message: 'Too many logins' }, { status: 429, headers }));
  const failure = await createCaller({ fetch })(login, { user: 'ACME/jane', password: 'x' }).catch((each) => each);
  expect(failure).toMatchObject({ status: 429, message: 'Too many logins', retryAfter: 90_000 });
});

test('an answer of something between keeps its status and is not taken for ours', async () => {
  const { fetch } = serverAnswering(new Response('<h1>Bad gateway</h1>', { status: 502 }), new Response('<html>'));
  const call = createCaller({ fetch });
  await expect(call(publishCells, cells)).rejects.toMatchObject({ status: 502, code: 'unreadable' });
  await expect(call(publishCells, cells)).rejects.toMatchObject({ status: 200, code: 'unreadable' });
});

test('an answer that is not ours is told in words that say what may be lost', async () => {
  const fails = async (status: number, headers: Record<string, string> = {}) => {
    const { fetch } = serverAnswering(new Response('<h1>Sorry</h1>', { status, headers }));
    return createCaller({ fetch })(publishCells, cells).catch((each) => each);
  };
  const lost = 'If you were saving something, check whether it was saved before trying again';
  expect(await fails(502)).toMatchObject({
    message: `The server is not available (502); it may be restarting. ${lost}`,
    requestId: undefined,
  });
  expect(await fails(500, { 'x-request-id': '8f3a01bc-2z' })).toMatchObject({
    message: `The server sent an invalid response (500). ${lost}`,
    requestId: '8f3a01bc-2z',
  });
  expect(await fails(500, { 'x-request-id': 'not one <b>' })).toMatchObject({ requestId: undefined });
});

test('a call without an answer fails as a network failure and is made once', async () => {
  let made = 0;
  const fetch = () => {
    made++;
    return Promise.reject(new TypeError('socket closed'));
  };
  await expect(createCaller({ fetch })(publishCells, cells)).rejects.toBeInstanceOf(NetworkFailure);
  expect(made).toBe(1);
});

test('a call that was given up fails with the reason of its signal', async () => {
  const given = new AbortController();
  const fetch = () => {
    given.abort(new Error('the tab was closed'));
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  };
  const made = createCaller({ fetch })(publishCells, cells, { signal: given.signal });
  await expect(made).rejects.toThrow('the tab was closed');
});

test('a compressed page is unpacked to the same text in both ways', async () => {
  const html = `<table><tbody>${'<tr><td data-cell="A1">é€𝒙 1,234.50</td></tr>'.repeat(20_000)}</tbody></table>`;
  const page = gzipSync(html, { level: 0 }).toString('base64');
  expect(page.length).toBeGreaterThan(10 * limits.decompressChunk);
  expect(await decodePage(page)).toBe(html);
  expect(decodePageInNode(page)).toBe(html);
  expect(await decodePage('<p>H4</p>')).toBe('<p>H4</p>');
});

test('a page that unpacks to more than a report may hold is refused', async () => {
  const page = gzipSync(Buffer.alloc(limits.maxUnpackedPage + 1, 'x'), { level: 1 }).toString('base64');
  await expect(decodePage(page)).rejects.toThrow(RangeError);
  expect(() => decodePageInNode(page)).toThrow(RangeError);
});

test('a page that is no gzip is an error', async () => {
  await expect(decodePage('H4sIxxxx')).rejects.toThrow();
  expect(() => decodePageInNode('H4sIxxxx')).toThrow();
});
