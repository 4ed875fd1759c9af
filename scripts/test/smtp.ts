import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type Certificates, makeCertificates } from './certificates.ts';
import { freePort } from './free-port.ts';

/** A mail as the server took it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came. */
  readonly raw: string;
}

/**
 * `silent` takes the connection and never says a word; `refuse` and `later` answer every recipient with 550 or 450,
 * `no relay` with the 554 of a server that takes no mail from this sender.
 */
export type SmtpBehaviour = 'take' | 'refuse' | 'no relay' | 'later' | 'silent';

export interface SmtpOptions {
  /** `none` offers no encryption; left out it is that. */
  readonly tls?: 'none' | 'starttls' | 'tls';
  readonly login?: { readonly user: string; readonly password: string };
}

/** A mail server of a test's own. */
export interface SmtpRig {
  /** With the login, for SHEETWIRE_SMTP_URL. */
  readonly url: string;
  /** The authority of its certificate, PEM; '' without encryption. */
  readonly ca: string;
  readonly mails: readonly ReceivedMail[];
  /** Resolves once `count` mails are there. */
  received(count: number): Promise<readonly ReceivedMail[]>;
  /** Resolves at the next connection. */
  nextConnection(): Promise<void>;
  /** The most connections that were open at once. */
  readonly mostConnections: number;
  behave(how: SmtpBehaviour): void;
  down(): Promise<void>;
  /** On the same port. */
  up(): Promise<void>;
  stop(): Promise<void>;
}

interface State {
  behaviour: SmtpBehaviour;
  open: number;
  most: number;
  opened: number;
  readonly mails: ReceivedMail[];
  readonly changed: Set<() => void>;
}

/** Starts a mail server on 127.0.0.1. */
export async function withSmtp({ tls = 'none', login }: SmtpOptions = {}): Promise<SmtpRig> {
  const certificates = tls === 'none' ? undefined : await makeCertificates();
  const port = await freePort();
  const state: State = { behaviour: 'take', open: 0, most: 0, opened: 0, mails: [], changed: new Set() };
  const start = () => startServer(port, { ...security(tls, certificates), ...loginOptions(login), ...taking(state) });
  let server = await start();
  const user = login && `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`;
  const down = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    url: `${tls === 'tls' ? 'smtps' : 'smtp'}://${user ?? ''}127.0.0.1:${port}`,
    ca: certificates?.ca ?? '',
    mails: state.mails,
    received: async (count) => {
      await until(state, () => state.mails.length >= count);
      return state.mails;
    },
    nextConnection: () => {
      const { opened } = state;
      return until(state, () => state.opened > opened);
    },
    get mostConnections() {
      return state.most;
    },
    behave(how) {
      state.behaviour = how;
    },
    down,
    async up() {
      server = await start();
    },
    stop: down,
  };
}

async function startServer(port: number, options: SMTPServerOptions): Promise<SMTPServer> {
  const server = new SMTPServer({ disableReverseLookup: true, logger: false, closeTimeout: 100, ...options });
  // A client that goes away in the middle, or refuses our certificate, is part of the tests.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}

function security(tls: SmtpOptions['tls'], certificates: Certificates | undefined): SMTPServerOptions {
  if (certificates === undefined) return { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
  const { cert, key } = certificates;
  return { cert, key, secure: tls === 'tls' };
}

function loginOptions(login: SmtpOptions['login']): SMTPServerOptions {
  if (login === undefined) return { authOptional: true };
  return {
    onAuth({ username, password }, _session, done) {
      if (username === login.user && password === login.password) done(null, { user: username });
      else done(answer(535, '5.7.8 Authentication credentials invalid'));
    },
  };
}

/** What happens to connections, recipients and mails. */
function taking(state: State): SMTPServerOptions {
  return {
    onConnect(_session, done) {
      state.open++;
      state.opened++;
      state.most = Math.max(state.most, state.open);
      tell(state);
      if (state.behaviour !== 'silent') done();
    },
    onClose() {
      state.open--;
      tell(state);
    },
    onRcptTo(_address, _session, done) {
      if (state.behaviour === 'no relay') return done(answer(554, '5.7.1 <jane@example.com>: Relay access denied'));
      if (state.behaviour === 'refuse') return done(answer(550, '5.1.1 No such mailbox; see /setpassword?key=secret'));
      return state.behaviour === 'later' ? done(answer(450, '4.2.1 Mailbox busy')) : done();
    },
    onData(stream, { envelope }, done) {
      text(stream).then(
        (raw) => {
          const to = envelope.rcptTo.map((one) => one.address);
          state.mails.push({ from: envelope.mailFrom === false ? '' : envelope.mailFrom.address, to, raw });
          done();
          tell(state);
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  };
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function tell(state: State): void {
  for (const listener of [...state.changed]) listener();
}

function until(state: State, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      state.changed.delete(look);
      resolve();
    };
    state.changed.add(look);
    look();
  });
}
