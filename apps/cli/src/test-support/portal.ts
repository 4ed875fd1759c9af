import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { login, logout } from '@sheetwire/contract/accounts';
import type { Output } from '@sheetwire/contract/call';
import { type ErrorCode, errorCatalogue } from '@sheetwire/contract/errors';
import { publishAudience, publishCells, publishLinkedFile, publishReport } from '@sheetwire/contract/publish';
import { publishingReport } from '@sheetwire/contract/publishing/calls';
import { publishGuard, publishGuardTest, publishVersions } from '@sheetwire/contract/publishing/for-programs';
import { publishRelease, publishRollback, publishTag } from '@sheetwire/contract/publishing/history';
import { report } from '@sheetwire/contract/reports';
import { exchange, newToken } from '@sheetwire/contract/tokens';
import { verify } from '@sheetwire/contract/verify/calls';
import { freePort } from '../../../../scripts/test/free-port.ts';

/** A call as it came in. */
export interface Seen {
  readonly path: string;
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A portal that knows the contract and keeps nothing but version numbers: what a publisher meets on the wire. */
export class TestPortal {
  readonly seen: Seen[] = [];
  /** By report. */
  readonly #reports = new Map<string, { version: number; content: string }>();
  /** What `publish/audience/` answers; undefined is a portal that does not know the call. */
  audience: Output<typeof publishAudience> | undefined;
  /** What `publish/versions/` answers; undefined is a report that may not be viewed. */
  history: Output<typeof publishVersions>['buckets'] | undefined;
  /** What `publish/guard/` and `publish/guardtest/` answer; undefined is who is no admin of the report. */
  rules: Output<typeof publishGuard> | undefined;
  rehearsal: Output<typeof publishGuardTest> | undefined;
  /** What a publish says beside its version. */
  ruled: Partial<Pick<Output<typeof publishReport>, 'version' | 'held' | 'warnings'>> = {};
  /** What `reports/verify/` answers; undefined is a report that may not be viewed. */
  verified: Output<typeof verify> | undefined;
  /** What `reports/report/` answers. */
  shown: Output<typeof report> = {};
  /** What tags, rollbacks and releases are answered with. */
  kept = { topic: 'ACME/SALES/DAILY', version: 41, time: '20261120120000000', changed: true };
  /** How often `publishing/report/` still answers that the report is on hold after a rollback. */
  holds = 0;
  /** Called with each publish before it is answered; true cuts the line without an answer. */
  cuts: (path: string) => boolean = () => false;
  /** Answered in place of the next calls, in turn. */
  readonly refusals: { code: ErrorCode; retryAfter?: number }[] = [];
  readonly #server: Server;
  readonly #waiting: { count: number; resolve: () => void }[] = [];
  #port = 0;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** That of the report that was published first. */
  get version(): number {
    return [...this.#reports.values()][0]?.version ?? 0;
  }

  /** Another publisher made a version of every report. */
  set version(version: number) {
    for (const report of this.#reports.values()) report.version = version;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The paths of the calls so far. */
  get paths(): string[] {
    return this.seen.map(({ path }) => path);
  }

  async open(port = 0): Promise<this> {
    for (let tries = 0; tries < 50; tries++) {
      const next = port || (await freePort());
      this.#server.listen(next, '127.0.0.1');
      const outcome = await Promise.race([
        once(this.#server, 'listening').then(() => true),
        once(this.#server, 'error').then(() => false),
      ]).catch(() => false);
      if (outcome) {
        this.#port = next;
        return this;
      }
    }
    throw new Error('no free port');
  }

  /** Goes away; open again with `reopen`. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  reopen(): Promise<this> {
    return this.open(this.#port);
  }

  /** Resolves once so many calls have come in. */
  calls(count: number): Promise<void> {
    if (this.seen.length >= count) return Promise.resolve();
    return new Promise((resolve) => void this.#waiting.push({ count, resolve }));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.url).pathname;
    const body = await bodyOf(request);
    if (path === publishAudience.path) return this.#tellAudience(response);
    const refusal = this.refusals.shift();
    const answer = refusal ? refused(refusal) : this.#known(path, body, request);
    if (this.cuts(path)) {
      this.seen.push({ path, body, headers: request.headers });
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
    this.seen.push({ path, body, headers: request.headers });
    for (const { count, resolve } of this.#waiting) if (this.seen.length >= count) resolve();
  }

  /** Asked after each first publish: no part of what tests count. */
  #tellAudience(response: ServerResponse): void {
    const { status } = this.audience === undefined ? { status: 404 } : { status: 200 };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(this.audience ?? refused({ code: 'not_found' }).body));
  }

  #known(path: string, body: unknown, request: IncomingMessage): Answer {
    switch (path) {
      case publishReport.path:
        return this.#published(publishReport.input.parse(body).topic, JSON.stringify(body));
      case publishCells.path:
        return this.#cells(body);
      case publishGuard.path:
        return ok(this.rules ?? { unauthorized: true });
      case publishGuardTest.path:
        return ok(this.rehearsal ?? { unauthorized: true });
      case publishTag.path:
      case publishRollback.path:
      case publishRelease.path:
        return ok(this.kept);
      case publishVersions.path:
        return ok(historyOf(this.history));
      case verify.path:
        return ok(this.verified ?? unseen);
      case report.path:
        return ok(this.shown);
      case publishingReport.path:
        return ok(this.#standing(publishingReport.input.parse(body).topic));
      default:
        return isLinkedFile(path) ? this.#linked(path) : signIn(path, body, request);
    }
  }

  #standing(topic: string): Output<typeof publishingReport> {
    const version = this.#reports.get(topic)?.version ?? 0;
    const { held } = this.ruled;
    const waiting = { by: 'ACME/bot', revision: 1, timeUtc: '2026-11-20T12:00:00.000Z', liveVersion: version };
    return { ...standing(version, this.holds-- > 0), ...(held && { waits: { ...held, ...waiting } }) };
  }

  /** Only a report that is there has files. */
  #linked(path: string): Answer {
    return this.version === 0 ? refused({ code: 'not_found' }) : ok({ url: path.replace('/api/v1/publish', '') });
  }

  #cells(body: unknown): Answer {
    const { topic, baseVersion } = publishCells.input.parse(body);
    const have = this.#reports.get(topic)?.version ?? 0;
    if (baseVersion === have) return this.#published(topic, JSON.stringify(body));
    return refused({ code: 'wrong_base_version', have });
  }

  #published(topic: string, content: string): Answer {
    const before = this.#reports.get(topic) ?? { version: 0, content: '' };
    const changed = content !== before.content;
    const version = before.version + (changed ? 1 : 0);
    this.#reports.set(topic, { version, content });
    return ok({ topic, version, time: '20261120120000000', changed, ...this.ruled });
  }
}

/** A report as its publishers know it. */
function standing(version: number, isHeld: boolean): Output<typeof publishingReport> {
  const at = '2026-11-20T12:00:00.000Z';
  return {
    ...{ topic: 'ACME/SALES/DAILY', version, timeUtc: at, sender: 'ACME/bot', isLive: true, publisher: 'none' },
    ...{
      seenUtc: null,
      viewers: 0,
      hasPublishSecret: false,
      versions: [],
      hasMore: false,
      mayRollBack: true,
      notShown: [],
      refused: [],
    },
    ...(isHeld && { held: { version: 4, restored: 1, reason: 'wrong file', by: 'ACME/ann', timeUtc: at } }),
  };
}

const linkedFiles = publishLinkedFile.path.slice(0, publishLinkedFile.path.indexOf(':'));

function isLinkedFile(path: string): boolean {
  return path.startsWith(linkedFiles);
}

/** A version as `publish/versions/` tells it. */
export const published: Output<typeof publishVersions>['buckets'][number] = {
  from: '2026-11-23T14:32:05.000Z',
  to: '2026-11-23T14:32:05.000Z',
  firstVersion: 7,
  lastVersion: 7,
  versions: 1,
  cells: 3,
  bytes: 90,
  kind: 'publish',
  by: 'ACME/bot',
};

const unseen: Output<typeof verify> = {
  state: 'none',
  version: 1,
  utc: null,
  by: '',
  newestVersion: 0,
  newestUtc: null,
  figures: [],
};

/** A version as `reports/verify/` vouches for it. */
export const signed: Output<typeof verify> = {
  state: 'signed',
  version: 7,
  utc: published.from,
  by: 'ACME/bot',
  newestVersion: 9,
  newestUtc: published.to,
  figures: [],
};

function historyOf(buckets: TestPortal['history']): Output<typeof publishVersions> {
  if (!buckets) return { buckets: [], oldestUtc: null, newestUtc: null, newestVersion: 0 };
  return { buckets, oldestUtc: published.from, newestUtc: published.to, newestVersion: published.lastVersion };
}

/** Tokens and sessions: one password is right, one token is used. */
function signIn(path: string, body: unknown, { headers }: IncomingMessage): Answer {
  switch (path) {
    case exchange.path: {
      const { token } = exchange.input.parse(body);
      if (token === 'swt_used') return refused({ code: 'not_signed_in' });
      return ok({ credential: `swc_of_${token}`, user: 'ACME/ann', expiresUtc: '2999-01-01T00:00:00.000Z' });
    }
    case login.path: {
      const isRight = login.input.parse(body).password === 'right';
      return { ...ok({ message: isRight ? '' : 'Wrong user or password', info: isRight ? 'stored' : '' }), ...session };
    }
    case newToken.path:
      if (headers.cookie !== 'session=1') return refused({ code: 'not_signed_in' });
      return ok({ token: 'swt_fresh', timeGeneratedUtc: '2026-11-20T12:00:00.000Z' });
    case logout.path:
      return ok({});
    default:
      return refused({ code: 'not_found' });
  }
}

const session = { headers: { 'set-cookie': 'session=1; HttpOnly' } };

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function refused({ code, retryAfter, have }: { code: ErrorCode; retryAfter?: number; have?: number }): Answer {
  const { status, message } = errorCatalogue[code];
  const error = { code, message, ...(have === undefined ? {} : { have }) };
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return { status, body: { error }, headers };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const bytes = Buffer.concat(parts);
  if (bytes.length === 0 || request.headers['content-type'] === 'application/octet-stream') return undefined;
  return JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8'));
}
