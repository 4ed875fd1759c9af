import { login } from '@sheetwire/contract/accounts';
import { resetPassword } from '@sheetwire/contract/accounts/own';
import { limits } from '@sheetwire/contract/limits';
import { paths } from '@sheetwire/contract/paths';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/test/free-port.ts';
import { type OutsiderFault, withOutsider } from '../../scripts/test/outsider.ts';
import { type Portal, startPortal } from '../support/portal.ts';
import { oneOf } from '../support/soak.ts';

/** What stands before a wait for one of the others would be over: each is at least so long. */
const quick = limits.sso.answer;
const soon = { timeout: 20_000, interval: 50 };
const email = 'demo.ann@example.com';

/** A portal whose identity provider, directory and mail server all have this fault from the beginning. */
async function portalBeside(port: number): Promise<Portal> {
  const own = await freePort();
  return startPortal({
    SHEETWIRE_PORT: String(own),
    SHEETWIRE_PUBLIC_URL: `http://127.0.0.1:${own}`,
    SHEETWIRE_OIDC_ISSUER: `https://127.0.0.1:${port}`,
    SHEETWIRE_OIDC_CLIENT_ID: 'portal',
    SHEETWIRE_OIDC_CLIENT_SECRET: 'a secret of the provider',
    SHEETWIRE_OIDC_DEFAULT_ENTITY: 'ACME',
    SHEETWIRE_LDAP_URL: `ldaps://127.0.0.1:${port}`,
    SHEETWIRE_LDAP_BIND_DN: 'cn=manager,dc=acme,dc=test',
    SHEETWIRE_LDAP_BIND_PASSWORD: 'a secret of the directory',
    SHEETWIRE_LDAP_USER_BASE: 'ou=people,dc=acme,dc=test',
    SHEETWIRE_LDAP_ENTITY: 'ACME',
    SHEETWIRE_SMTP_URL: `smtps://portal:a-secret-of-mails@127.0.0.1:${port}`,
    SHEETWIRE_MAIL_FROM: 'reports@acme.example',
  });
}

function post({ url }: Portal, path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function timed<T>(work: Promise<T>): Promise<{ readonly value: T; readonly took: number }> {
  const from = performance.now();
  return { value: await work, took: performance.now() - from };
}

/** The log lines that speak of one of the others. */
function linesOf(portal: Portal, words: RegExp): string[] {
  return portal
    .log()
    .split('\n')
    .filter((line) => words.test(line));
}

const words: Readonly<Record<OutsiderFault, Readonly<Record<'sso' | 'directory' | 'mail', RegExp>>>> = {
  down: {
    sso: /single sign-on unreachable: https:.* cannot be reached: .*ECONNREFUSED/,
    directory: /directory.*cannot be reached/,
    mail: /email to DEMO\/ann is waiting: smtps:.*connection refused; check that the mail server is running/,
  },
  silent: {
    sso: /single sign-on unreachable: https:.*(?:timeout|cannot be reached)/,
    directory: /directory.*(?:in time|cannot be reached)/,
    mail: /email to DEMO\/ann is waiting: smtps:.*did not answer in time/,
  },
  untrusted: {
    sso: /single sign-on .*(?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED)/,
    directory: /directory.*SHEETWIRE_LDAP_CA_FILE/,
    mail: /email to DEMO\/ann is waiting: smtps:.*not trusted.*NODE_EXTRA_CA_CERTS/,
  },
};

// The silent ones first: nothing keeps a portal waiting for longer.
test.each(oneOf(3, ['silent', 'down', 'untrusted'] as const))(
  'identity provider, directory and mail server are all %s: passwords work as fast as ever, the log says why in a line each, and the stop is prompt',
  async (fault) => {
    const outsider = await withOutsider(fault);
    const portal = await portalBeside(outsider.port);
    try {
      await portal.addUser('DEMO/ann');
      const leaving = timed(fetch(`${portal.url}${paths.ssoLogin}`, { redirect: 'manual' }));
      const forgotten = await timed(post(portal, resetPassword.path, { email }));
      const entered = await timed(post(portal, login.path, { user: 'DEMO/ann', password: portal.password }));
      expect([forgotten.value.status, entered.value.status]).toEqual([200, 200]);
      expect(await entered.value.json()).toMatchObject({ message: '', info: expect.stringMatching(/^v1\./) });
      for (const { took } of [forgotten, entered]) expect(took).toBeLessThan(quick);
      expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);

      const left = await leaving;
      expect(left.value.headers.get('location')).toBe('/login?sso=unreachable');
      expect(left.value.headers.getSetCookie()).toEqual([]);
      expect(left.took).toBeLessThan(limits.sso.answer + quick);
      for (const line of Object.values(words[fault])) {
        await expect.poll(() => linesOf(portal, line).length, soon).toBe(1);
      }
      expect(portal.log()).not.toMatch(/a.secret.of/);
    } finally {
      const waiting = fetch(`${portal.url}${paths.ssoLogin}`, { redirect: 'manual' }).catch(() => undefined);
      const { took } = await timed(portal.stop());
      await waiting;
      await outsider.stop();
      expect(took).toBeLessThan(limits.stopWait);
    }
    expect(outsider.open).toBe(0);
  },
);
