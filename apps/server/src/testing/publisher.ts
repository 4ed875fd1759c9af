import { allCalls } from '@sheetwire/contract/calls';
import { browser, type TestApp } from './test-app.ts';

/** A caller with an API key, as an unattended publisher has it. */
export interface TestPublisher {
  readonly key: string;
  call(
    name: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{
    readonly status: number;
    readonly body: Record<string, unknown>;
    readonly headers: Record<string, unknown>;
  }>;
}

const PASSWORD = 'correct horse battery';

/** Adds the user, makes a key the way the Account page does, and answers a caller with it. */
export async function publisherOf(server: TestApp, user: string): Promise<TestPublisher> {
  await server.addUser(user, PASSWORD);
  const web = browser(server);
  await web.call('accounts/login/', { user, password: PASSWORD });
  const { key } = await web.call('tokens/apikeys/', { name: 'tests' });
  return {
    key: String(key),
    call: (name, body, headers = {}) => post(server, name, body, { key: String(key), headers }),
  };
}

/** A signed-in browser of a new user. */
export async function viewerOf(server: TestApp, user: string) {
  await server.addUser(user, PASSWORD);
  const web = browser(server);
  await web.call('accounts/login/', { user, password: PASSWORD });
  return web;
}

async function post(
  { app }: TestApp,
  name: string,
  body: unknown,
  { key, headers }: { readonly key: string; readonly headers: Readonly<Record<string, string>> },
) {
  const call = allCalls.get(name);
  if (!call) throw new Error(`there is no call ${name}`);
  const answer = await app.fastify.inject({
    method: 'POST',
    url: call.path,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    payload: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), headers: answer.headers };
}
