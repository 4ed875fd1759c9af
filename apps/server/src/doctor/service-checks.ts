import { isLoopback } from '#lib/loopback.ts';
import { openBus } from '#live/bus/open-bus.ts';
import { openTransport } from '#mail/open-mailer.ts';
import type { Settings } from '#settings/settings.ts';
import type { StoreLook } from '#storage/store-look.ts';
import { type Check, doctorExits, type Note, ok, warn } from './check.ts';
import { mailsInOutbox } from './file-checks.ts';

/** What the portal reaches over the network, and how it is reached itself. */
export function serviceChecks(settings: Settings, look: Promise<StoreLook>): Check[] {
  const exit = doctorExits.network;
  return [
    { name: 'address', exit: doctorExits.usage, run: async () => checkAddress(settings) },
    { name: 'bus', exit, run: () => checkBus(settings) },
    { name: 'mail', exit, run: () => checkMail(settings, look) },
  ];
}

function checkAddress({ publicUrl, host, port, trustedProxies, insecureHttp }: Settings): readonly Note[] {
  const own = `http://${host}:${port}`;
  const notes: Note[] = [ok(publicUrl === '' ? own : `${new URL(publicUrl).origin}, served at ${own}`)];
  const isBehindProxy = publicUrl.startsWith('https:');
  if (isBehindProxy && trustedProxies.length === 0) {
    notes.push(
      warn("behind a proxy, all visitors appear to have the proxy's address; set SHEETWIRE_TRUSTED_PROXIES to it"),
    );
  }
  if (trustedProxies.some((proxy) => proxy.endsWith('/0'))) {
    notes.push(warn('SHEETWIRE_TRUSTED_PROXIES trusts everyone; any visitor can fake the address in the audit log'));
  }
  if (insecureHttp && !isBehindProxy && !isLoopback(host)) {
    notes.push(warn('SHEETWIRE_INSECURE_HTTP: passwords are sent unencrypted'));
  }
  return notes;
}

async function checkBus(settings: Settings): Promise<readonly Note[]> {
  const { busUrl, databaseUrl } = settings;
  if (busUrl === '' && databaseUrl === '') return [ok('not needed with one server')];
  const bus = await openBus({ busUrl, databaseUrl, mustBeUp: true, onFault: () => undefined });
  try {
    await bus.check();
  } finally {
    await bus.close();
  }
  return [ok(busUrl === '' ? 'PostgreSQL' : 'NATS is responding')];
}

async function checkMail(settings: Settings, look: Promise<StoreLook>): Promise<readonly Note[]> {
  if (settings.smtpUrl === '') {
    const line = `no mail server is set: emails are not sent but kept in ${settings.dataDir}/outbox (${await mailsInOutbox(settings.dataDir)} there)`;
    return [settings.publicUrl === '' ? ok(line) : warn(`${line}; set SHEETWIRE_SMTP_URL`)];
  }
  const transport = await openTransport(settings);
  try {
    const answer = await transport.check();
    const waiting = await look.then(({ people }) => people?.waitingMails ?? 0).catch(() => 0);
    return [ok(waiting === 0 ? answer : `${answer}; ${waiting} ${waiting === 1 ? 'mail waits' : 'mails wait'}`)];
  } finally {
    transport.close();
  }
}
