import { describe, expect, test } from 'vitest';
import type { OneTimeRecord, SsoSession } from '#ports/sso.ts';
import { newUser, type Opened, session, unique } from './builders.ts';

const issuer = 'https://id.example';

function ssoSession(change: Partial<SsoSession> = {}): SsoSession {
  return {
    idHash: unique('session'),
    issuer,
    subject: unique('subject'),
    sid: unique('sid'),
    sealedToken: 'sealed',
    createdAt: 1000,
    ...change,
  };
}

function record(change: Partial<OneTimeRecord> = {}): OneTimeRecord {
  return { hash: unique('once'), purpose: 'test', payload: '{}', expiresAt: 5000, ...change };
}

export function singleSignOnSuite(open: Opened): void {
  describe('single sign-on', () => {
    test('a subject is one account, and an account one subject of an issuer', async () => {
      const { identityLinks } = open();
      const link = { issuer, subject: unique('subject'), user: newUser(), createdAt: 7 };
      expect(await identityLinks.add(link)).toBe(true);
      expect(await identityLinks.get(issuer, link.subject)).toEqual(link);
      expect(await identityLinks.get('https://other.example', link.subject)).toBeUndefined();
      expect(await identityLinks.add({ ...link, user: newUser() })).toBe(false);
      expect(await identityLinks.add({ ...link, subject: unique('subject') })).toBe(false);
      const elsewhere = { ...link, issuer: 'https://other.example' };
      expect(await identityLinks.add(elsewhere)).toBe(true);
      expect(await identityLinks.of(link.user)).toEqual([link, elsewhere]);
    });

    test('of sixteen subjects that become one account at once one does', async () => {
      const { identityLinks } = open();
      const user = newUser();
      const added = await Promise.all(
        Array.from({ length: 16 }, () => identityLinks.add({ issuer, subject: unique('subject'), user, createdAt: 1 })),
      );
      expect(added.filter(Boolean)).toHaveLength(1);
    });

    test("a logout names the sessions of the provider's session, or all of a subject", async () => {
      const { ssoSessions } = open();
      const one = ssoSession();
      const two = ssoSession({ subject: one.subject });
      const elsewhere = ssoSession({ issuer: 'https://other.example', subject: one.subject, sid: one.sid });
      for (const kept of [one, two, elsewhere]) await ssoSessions.save(kept);
      expect(await ssoSessions.get(one.idHash)).toEqual(one);
      expect(await ssoSessions.named({ issuer, sid: one.sid ?? '' })).toEqual([one]);
      expect(await ssoSessions.named({ issuer, subject: one.subject })).toHaveLength(2);
      expect(await ssoSessions.named({ issuer, subject: one.subject, sid: two.sid ?? '' })).toEqual([two]);
      expect(await ssoSessions.named({ issuer, subject: unique('subject'), sid: one.sid ?? '' })).toEqual([]);
      expect(await ssoSessions.named({ issuer })).toEqual([]);
    });

    test('what the provider said of a session is kept as long as the session', async () => {
      const { sessions, ssoSessions } = open();
      const live = session();
      const [kept, gone, young] = [ssoSession({ idHash: live.idHash }), ssoSession(), ssoSession({ createdAt: 3000 })];
      await sessions.open(live);
      for (const one of [kept, gone, young]) await ssoSessions.save(one);
      expect(await ssoSessions.sweep(2000)).toBeGreaterThanOrEqual(1);
      expect(await ssoSessions.get(gone.idHash)).toBeUndefined();
      expect(await ssoSessions.get(kept.idHash)).toEqual(kept);
      expect(await ssoSessions.get(young.idHash)).toEqual(young);
    });

    test('what may be used once is had by one of two, in its time and for its purpose', async () => {
      const { oneTime } = open();
      const kept = record({ payload: '“Ω”' });
      expect(await oneTime.save(kept)).toBe(true);
      expect(await oneTime.save(kept)).toBe(false);
      expect(await oneTime.take({ hash: kept.hash, purpose: 'other', now: 1 })).toBeUndefined();
      const by = { hash: kept.hash, purpose: 'test', now: 4999 };
      const taken = await Promise.all([oneTime.take(by), oneTime.take(by)]);
      expect(taken.filter((payload) => payload === '“Ω”')).toHaveLength(1);
      const late = record();
      await oneTime.save(late);
      expect(await oneTime.take({ hash: late.hash, purpose: 'test', now: 5000 })).toBeUndefined();
    });

    test('what was not used in its time is swept', async () => {
      const { oneTime } = open();
      const [old, fresh] = [record({ expiresAt: 10 }), record({ expiresAt: 20 })];
      for (const one of [old, fresh]) await oneTime.save(one);
      expect(await oneTime.sweep(10)).toBeGreaterThanOrEqual(1);
      expect(await oneTime.take({ hash: fresh.hash, purpose: 'test', now: 15 })).toBe('{}');
      expect(await oneTime.save(old)).toBe(true);
    });
  });
}
