import { expect } from 'vitest';
import { publisherOf, viewerOf } from '../publisher.ts';
import { browser, startTestApp, type TestApp } from '../test-app.ts';

/** Who calls: a user's browser, or the program of the bot with its key. */
export const people = ['root', 'boss', 'vic', 'ann', 'plain', 'lee', 'pub'] as const;
export type Person = (typeof people)[number];
export type By = Person | 'bot' | 'nobody';

/** A call as somebody makes it. */
export interface Ask {
  readonly by: By;
  /** Below `/api/v1/`, or a whole path. */
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const password = 'correct horse battery';

const settings = { SHEETWIRE_SUPER_ADMINS: 'ACME/root', SHEETWIRE_PUBLIC_URL: 'https://reports.example' };

/** One of the servers of a portal on PostgreSQL; without a bus of its own they tell each other by NOTIFY. */
export function startServer(databaseUrl: string, busUrl = ''): Promise<TestApp> {
  return startTestApp(settings, { databaseUrl, busUrl, secretKey: Buffer.alloc(32, 'key'), goes: true });
}

/** Two servers of one portal, and everybody who calls them. */
export class Stage {
  readonly servers: readonly [TestApp, TestApp];
  /** Where the next deed is done. */
  at: 0 | 1 = 0;
  /** What deeds leave for later ones and for reads: sessions, addresses, times. */
  readonly notes = new Map<string, string>();
  /** A call that is answered by a later deed. */
  open: Promise<Answer> | undefined;
  readonly #cookies: ReadonlyMap<string, string>;
  readonly #key: string;

  private constructor(servers: readonly [TestApp, TestApp], cookies: ReadonlyMap<string, string>, key: string) {
    this.servers = servers;
    this.#cookies = cookies;
    this.#key = key;
  }

  static async open(servers: readonly [TestApp, TestApp]): Promise<Stage> {
    const cookies = new Map<string, string>();
    for (const person of people) cookies.set(person, (await viewerOf(servers[0], `ACME/${person}`)).cookie);
    return new Stage(servers, cookies, (await publisherOf(servers[0], 'ACME/bot')).key);
  }

  get here(): TestApp {
    return this.servers[this.at];
  }

  get there(): TestApp {
    return this.servers[this.at === 0 ? 1 : 0];
  }

  note(name: string): string {
    return this.notes.get(name) ?? '';
  }

  /** Something with what a deed left; undefined before that. */
  with<T>(name: string, make: (note: string) => T): T | undefined {
    const note = this.notes.get(name);
    return note === undefined ? undefined : make(note);
  }

  async ask(server: TestApp, { by, path, method = 'POST', body, headers = {} }: Ask): Promise<Answer> {
    const sent = method === 'POST' ? { 'content-type': 'application/json' } : {};
    const payload = body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body ?? {});
    const answer = await server.app.fastify.inject({
      method,
      url: path.startsWith('/') ? path : `/api/v1/${path}`,
      headers: { ...sent, ...this.#proofOf(by), ...headers },
      ...(method !== 'GET' && { payload: typeof body === 'string' ? body : payload }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.payload };
  }

  #proofOf(by: By): Record<string, string> {
    if (by === 'bot') return { authorization: `Bearer ${this.#key}` };
    const cookie = this.#cookies.get(by);
    return { 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }) };
  }

  /** Does something where deeds are done now, and expects that it is done. */
  async does(by: By, path: string, body?: unknown, more: Partial<Ask> = {}): Promise<Record<string, unknown>> {
    const answer = await this.ask(this.here, { by, path, body, ...more });
    expect(answer, path).toMatchObject({ status: 200, body: expect.any(Object) });
    expect(answer.body, path).not.toHaveProperty('unauthorized');
    return answer.body as Record<string, unknown>;
  }

  /** The key of the last link that was mailed, by either of them; empty when there is none. */
  async mailed(): Promise<string> {
    const mails = (await Promise.all(this.servers.map((server) => server.mails()))).flat();
    return mails.map(({ text }) => /key=([\w-]{43})/i.exec(text)?.[1] ?? '').findLast((key) => key !== '') ?? '';
  }

  /** Logs in anew, as a browser of its own. */
  async login(user: string, typed = password): Promise<Record<string, unknown>> {
    return browser(this.here).call('accounts/login/', { user, password: typed });
  }
}
