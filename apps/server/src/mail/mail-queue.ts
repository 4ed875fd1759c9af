import { limits } from '@sheetwire/contract/limits';
import type { Chance, Clock } from '#ports/clock.ts';
import type { Mail, Mailer } from '#ports/mail/mailer.ts';
import type { WaitingMail } from '#ports/mail/waiting-mail.ts';
import type { Stores } from '#ports/stores.ts';
import { newId } from '#secrets/secrets.ts';
import { requireAddress } from './mail-text.ts';
import { MailFault, type MailTransport } from './mail-transport.ts';
import { sealMail, unsealMail } from './sealed-mail.ts';

/** Where the queue says what becomes of mails; lines name the user, never a key or a password. */
export interface MailLog {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

/** A mailer that sends in the background once it is started. */
export interface StartedMailer extends Mailer {
  start(log: MailLog): void;
  /** How many mails wait, as far as this server knows. */
  readonly waiting: number;
}

export interface MailQueueDeps {
  readonly transport: MailTransport;
  readonly stores: Pick<Stores, 'waitingMails' | 'now'>;
  readonly chance: Chance;
  readonly clock: Clock;
  readonly secretKey: Uint8Array;
}

const silent: MailLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Mails wait in the store until the mail server took them: a crash loses none, a fault of it delays no caller (safety 3). */
export class MailQueue implements StartedMailer {
  readonly way = 'queue';
  readonly #deps: MailQueueDeps;
  readonly #lanes = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  /** What waits only because the mail server was away, and until when. */
  readonly #putOff = new Map<string, number>();
  #log = silent;
  #timer: NodeJS.Timeout | undefined;
  #isAskedAgain = false;
  #waiting = 0;

  constructor(deps: MailQueueDeps) {
    this.#deps = deps;
  }

  get waiting(): number {
    return this.#waiting;
  }

  start(log: MailLog): void {
    this.#log = log;
    this.#timer = setInterval(() => void this.#look(), limits.mailLook);
    this.#timer.unref();
    void this.#look();
  }

  async send(mail: Mail): Promise<void> {
    requireAddress(mail.to);
    const { stores, chance, secretKey } = this.#deps;
    const now = await stores.now();
    const waiting = {
      id: newId(chance),
      sealed: sealMail(chance, secretKey, mail),
      createdAt: now,
      nextAt: now,
      tries: 0,
    };
    if (!(await stores.waitingMails.add(waiting, limits.maxWaitingMails))) {
      this.#log.error(
        `email to ${mail.user} was refused: ${limits.maxWaitingMails} emails are waiting; check the mail server`,
      );
      throw new Error('Too many emails are waiting to be sent');
    }
    this.#waiting++;
    this.wake();
  }

  async check(): Promise<void> {
    await this.#deps.transport.check();
  }

  /** Mails under way get a moment to end; what is cut off then is another server's at once. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const late = setTimeout(() => this.#closing.abort(), limits.mailStop);
    await Promise.all(this.#lanes);
    clearTimeout(late);
    this.#deps.transport.close();
  }

  /** Sends what is due now, over a few lanes at once. */
  wake(): void {
    if (this.#timer === undefined) return;
    if (this.#lanes.size >= limits.mailConnections) {
      this.#isAskedAgain = true;
      return;
    }
    const lane = this.#runLane()
      .catch((error: unknown) => this.#log.error(`email queue: ${messageOf(error)}`))
      .finally(() => this.#endLane(lane));
    this.#lanes.add(lane);
  }

  /** What was asked for while all lanes were busy, or about to end, is looked at once more. */
  #endLane(lane: Promise<void>): void {
    this.#lanes.delete(lane);
    if (!this.#isAskedAgain) return;
    this.#isAskedAgain = false;
    this.wake();
  }

  /** Finds what another server left, and what was put off until now. */
  async #look(): Promise<void> {
    const { stores } = this.#deps;
    try {
      this.#waiting = await stores.waitingMails.count();
      const nextAt = await stores.waitingMails.nextAt();
      const now = await stores.now();
      // What waits longer than any mail does was put off before the clock was set back.
      if (nextAt !== undefined && (nextAt <= now || nextAt > now + limits.mailRetry.most)) this.wake();
    } catch (error) {
      this.#log.error(`email queue: ${messageOf(error)}`);
    }
  }

  async #runLane(): Promise<void> {
    const { waitingMails } = this.#deps.stores;
    while (this.#timer !== undefined) {
      const from = this.#steady();
      const now = await this.#deps.stores.now();
      const mail = await waitingMails.claim(now, now + limits.mailClaim);
      if (mail === undefined) return;
      if (this.#lanes.size < limits.mailConnections) this.wake();
      if (!(await this.#try(mail, { now, from }))) return;
    }
  }

  /** False when no mail can be sent at present: the others wait without a try of their own. */
  async #try(waiting: WaitingMail, { now, from }: Claimed): Promise<boolean> {
    const mail = unsealMail(this.#deps.secretKey, waiting.sealed);
    if (mail === undefined) {
      await this.#retry(waiting, undefined, 'it was encrypted with a different SHEETWIRE_SECRET_KEY');
      return true;
    }
    const late = lateness(waiting, mail, now);
    if (late !== undefined) {
      this.#log.warn(`email to ${mail.user} was dropped: ${late}`);
      await this.#remove(waiting);
      return true;
    }
    // After a pause of this server the mail may be of another: what it begins now could end after its claim.
    if (this.#steady() - from > limits.mailClaim - limits.mailSend) return true;
    try {
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(limits.mailSend)]);
      await this.#deps.transport.send(mail, waiting.id, signal);
    } catch (error) {
      return this.#failed(waiting, mail, error);
    }
    this.#log.info(`email to ${mail.user} was sent`);
    await this.#remove(waiting);
    await this.#hasten();
    return true;
  }

  async #failed(waiting: WaitingMail, mail: Mail, error: unknown): Promise<boolean> {
    const { stores } = this.#deps;
    if (this.#closing.signal.aborted) {
      await stores.waitingMails.move(waiting.id, waiting.nextAt, await stores.now());
      return false;
    }
    const kind = error instanceof MailFault ? error.kind : 'refused';
    if (kind === 'refused') {
      this.#log.error(`gave up on the email to ${mail.user}: ${messageOf(error)}`);
      await this.#remove(waiting);
      return true;
    }
    const nextAt = await this.#retry(waiting, mail, messageOf(error));
    if (kind !== 'away') return true;
    if (nextAt !== undefined && this.#putOff.size < limits.maxWaitingMails) this.#putOff.set(waiting.id, nextAt);
    return false;
  }

  /** Puts a mail off, longer each time, or gives it up when its time would be over by then; answers until when. */
  async #retry(waiting: WaitingMail, mail: Mail | undefined, reason: string): Promise<number | undefined> {
    const { stores } = this.#deps;
    const now = await stores.now();
    const wait = Math.min(limits.mailRetry.first * 2 ** (waiting.tries - 1), limits.mailRetry.most);
    const who = mail?.user ?? 'someone';
    if (lateness(waiting, mail, now + wait) !== undefined) {
      this.#log.error(`gave up on the email to ${who} after ${waiting.tries} tries: ${reason}`);
      await this.#remove(waiting);
      return undefined;
    }
    this.#log.warn(`email to ${who} is waiting: ${reason}; the next try is in ${wait / second} s`);
    return (await stores.waitingMails.move(waiting.id, waiting.nextAt, now + wait)) ? now + wait : undefined;
  }

  /** The mail server is back: what waited for it alone goes now, not at its own next try. */
  async #hasten(): Promise<void> {
    if (this.#putOff.size === 0) return;
    const putOff = [...this.#putOff];
    this.#putOff.clear();
    const now = await this.#deps.stores.now();
    for (const [id, nextAt] of putOff) await this.#deps.stores.waitingMails.move(id, nextAt, now);
    this.wake();
  }

  #steady(): number {
    const { clock } = this.#deps;
    return clock.steady?.() ?? clock.now();
  }

  async #remove({ id }: WaitingMail): Promise<void> {
    await this.#deps.stores.waitingMails.remove(id);
    this.#putOff.delete(id);
    this.#waiting = Math.max(0, this.#waiting - 1);
  }
}

const second = 1000;

/** When a mail was taken on: by the store's clock, and by a watch that nobody sets. */
interface Claimed {
  readonly now: number;
  readonly from: number;
}

/** Why a mail would be of no use by then: also one that a restored backup brings back. */
function lateness({ createdAt }: WaitingMail, mail: Mail | undefined, at: number): string | undefined {
  if (at >= (mail?.until ?? Number.POSITIVE_INFINITY)) return 'its link has expired';
  return at >= createdAt + limits.mailLife ? 'it waited for a day' : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
