import { limits } from '@sheetwire/contract/limits';
import type { User } from '@sheetwire/rules/principal';
import { afterEach, describe, expect, test } from 'vitest';
import type { SeatAnswer, SeatAsk, SeenTime } from '#ports/seats.ts';
import { newUser, type Opened, session, token } from './builders.ts';
import type { MovedClock } from './moved-clock.ts';

/** Seats and the line for them: one table for all servers. */
export function seatSuite(open: Opened, clock: MovedClock): void {
  const users: User[] = [];
  afterEach(async () => {
    for (const user of users.splice(0)) await open().seats.release(user);
  });

  async function visitor(): Promise<SeatAsk> {
    const user = newUser();
    const opened = session(user);
    users.push(user);
    await open().sessions.open(opened);
    return { user, line: { kind: 'session', hash: opened.idHash } };
  }

  /** As a server that has always been there; the watch goes as the clock does unless told otherwise. */
  function ask(asks: readonly SeatAsk[], seats = 1, seen?: SeenTime): Promise<SeatAnswer> {
    return open().seats.ask({ asks, seats, seen: seen ?? { at: clock.now(), elapsed: 0 } });
  }
  const isHeld = async (one: SeatAsk, seats = 1) => (await ask([one], seats)).held.includes(one.user);

  describe('license seats', () => {
    test('the first takes the seat, the second waits and is told so once', async () => {
      const [ann, bob] = [await visitor(), await visitor()];
      expect(await ask([ann])).toEqual({ held: [ann.user], refused: [], taken: 1, at: clock.now() });
      expect(await ask([bob])).toMatchObject({ held: [], refused: [bob.user], taken: 1 });
      expect(await ask([bob, ann])).toMatchObject({ held: [ann.user], refused: [], taken: 1 });
      expect((await open().seats.look(1)).taken).toBe(1);
    });

    test('a freed seat is for whoever came first, though another asks first', async () => {
      const [ann, bob, cleo] = [await visitor(), await visitor(), await visitor()];
      for (const one of [ann, bob, cleo]) await ask([one]);
      await open().seats.release(ann.user);
      expect([await isHeld(cleo), await isHeld(bob), await isHeld(cleo)]).toEqual([false, true, false]);
    });

    test('who stops asking for 15 seconds loses the place, who asks in time keeps it', async () => {
      const [ann, bob, cleo] = [await visitor(), await visitor(), await visitor()];
      for (const one of [ann, bob, cleo]) await ask([one]);
      clock.move(limits.seatPlaceKept);
      expect(await isHeld(cleo)).toBe(false);
      clock.move(1);
      await open().seats.release(ann.user);
      expect(await isHeld(cleo)).toBe(true);
      expect(await ask([bob])).toMatchObject({ held: [], refused: [bob.user] });
    });

    test('a holder is left alone for 15 minutes of silence and not a moment longer', async () => {
      const [ann, bob] = [await visitor(), await visitor()];
      await ask([ann]);
      clock.move(limits.seatIdle);
      expect(await isHeld(bob)).toBe(false);
      expect((await open().seats.look(1)).taken).toBe(1);
      clock.move(1);
      expect((await open().seats.look(1)).taken).toBe(0);
      expect(await isHeld(bob)).toBe(true);
      expect(await isHeld(ann)).toBe(false);
    });

    test('whoever signed out while asking takes neither a seat nor a place', async () => {
      const [gone, bob] = [await visitor(), await visitor()];
      await open().sessions.end(gone.line.hash);
      expect(await ask([gone, bob])).toMatchObject({ held: [bob.user], refused: [], taken: 1 });
    });

    test('a token or bearer shows that its user is there as a session does', async () => {
      const made = token(newUser());
      users.push(made.user);
      await open().tokens.saveToken(made);
      expect(await isHeld({ user: made.user, line: { kind: 'token', hash: made.hash } })).toBe(true);
      const unknown = newUser();
      expect(await isHeld({ user: unknown, line: { kind: 'bearer', hash: 'unknown' } }, 9)).toBe(false);
    });

    test('a clock set forward frees nobody, one set back holds nobody for longer', async () => {
      const [ann, bob, cleo] = [await visitor(), await visitor(), await visitor()];
      for (const one of [ann, bob]) await ask([one]);
      const seen = { at: clock.now(), elapsed: 250 };
      const hour = 4 * limits.seatIdle;
      clock.move(hour);
      expect(await ask([cleo], 1, seen)).toMatchObject({ held: [], refused: [cleo.user], taken: 1 });
      clock.move(-2 * hour);
      expect(await ask([cleo])).toMatchObject({ held: [], refused: [], taken: 1 });
      await open().seats.release(ann.user);
      expect([await isHeld(cleo), await isHeld(bob)]).toEqual([false, true]);
      clock.move(limits.seatIdle + 1);
      expect(await isHeld(cleo)).toBe(true);
      clock.move(hour);
    });

    test('while no server was there nobody went silent, for as long as a holder may', async () => {
      const [ann, bob, cleo] = [await visitor(), await visitor(), await visitor()];
      for (const one of [ann, bob]) await ask([one]);
      clock.move(limits.seatIdle - 1);
      const first = await open().seats.ask({ asks: [cleo], seats: 1, seen: null });
      expect(first).toMatchObject({ held: [], refused: [cleo.user], taken: 1 });
      await open().seats.release(ann.user);
      expect([await isHeld(cleo), await isHeld(bob)]).toEqual([false, true]);
      clock.move(3 * limits.seatIdle);
      expect((await open().seats.ask({ asks: [cleo], seats: 1, seen: null })).held).toEqual([cleo.user]);
    });

    test('of a hundred who ask at once no more get in than there are seats, in the order in which they came', async () => {
      const all = await Promise.all(Array.from({ length: 100 }, visitor));
      const answers = await Promise.all(all.map((one) => ask([one], 7)));
      const held = answers.flatMap((answer) => answer.held);
      expect(held).toHaveLength(7);
      expect(Math.max(...answers.map(({ taken }) => taken))).toBe(7);
      expect((await open().seats.look(1)).taken).toBe(7);
    });
  });
}
