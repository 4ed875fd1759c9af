import { limits } from '@sheetwire/contract/limits';
import { describe, expect, test } from 'vitest';
import type { WaitingMail } from '#ports/mail/waiting-mail.ts';
import { type Opened, unique } from './builders.ts';

function waiting(nextAt: number): WaitingMail {
  return { id: unique('mail'), sealed: 'sealed', createdAt: nextAt, nextAt, tries: 0 };
}

export function waitingMailSuite(open: Opened): void {
  describe('waiting mails', () => {
    test('of many servers one gets each mail, the one that is due longest first', async () => {
      const { waitingMails } = open();
      const mails = [10, 20, 30, 99].map(waiting);
      for (const mail of mails) expect(await waitingMails.add(mail, 10)).toBe(true);
      expect(await waitingMails.nextAt()).toBe(10);
      expect(await waitingMails.claim(50, 60)).toEqual({ ...mails[0], nextAt: 60, tries: 1 });
      const claims = await Promise.all(Array.from({ length: 8 }, () => waitingMails.claim(50, 60)));
      const got = claims.flatMap((mail) => (mail === undefined ? [] : [mail.id]));
      expect(new Set(got)).toEqual(new Set([mails[1]?.id, mails[2]?.id]));
      expect(got).toHaveLength(2);
      for (const { id } of mails) await waitingMails.remove(id);
      expect(await waitingMails.nextAt()).toBeUndefined();
    });

    test('a claim that was not kept is taken again, and its late holder moves nothing', async () => {
      const { waitingMails } = open();
      const mail = waiting(10);
      await waitingMails.add(mail, 10);
      await waitingMails.claim(10, 20);
      expect(await waitingMails.claim(19, 30)).toBeUndefined();
      expect(await waitingMails.claim(20, 30)).toEqual({ ...mail, nextAt: 30, tries: 2 });
      expect(await waitingMails.move(mail.id, 20, 0)).toBe(false);
      expect(await waitingMails.move(mail.id, 30, 77)).toBe(true);
      expect(await waitingMails.nextAt()).toBe(77);
      await waitingMails.remove(mail.id);
    });

    test('a mail that was put off before the clock was set back is taken at once', async () => {
      const { waitingMails } = open();
      const { most } = limits.mailRetry;
      const [waits, ahead] = [waiting(100 + most), waiting(101 + most)];
      for (const mail of [waits, ahead]) await waitingMails.add(mail, 10);
      expect(await waitingMails.claim(100, 200)).toMatchObject({ id: ahead.id });
      expect(await waitingMails.claim(100, 200)).toBeUndefined();
      for (const { id } of [waits, ahead]) await waitingMails.remove(id);
    });

    test('no more mails wait than may', async () => {
      const { waitingMails } = open();
      const mails = Array.from({ length: 5 }, () => waiting(10));
      const kept = await Promise.all(mails.map((mail) => waitingMails.add(mail, 3)));
      expect(kept.filter(Boolean)).toHaveLength(3);
      expect(await waitingMails.count()).toBe(3);
      for (const { id } of mails) await waitingMails.remove(id);
      expect(await waitingMails.count()).toBe(0);
    });
  });
}
