import { limits } from '@sheetwire/contract/limits';
import { isBreached } from '#lib/breached-list.ts';
import { Refusal } from '#lib/refusal.ts';
import { contextWords, heldWord, type PasswordOwner } from './context.ts';
import { StrengthMeter } from './strength.ts';

export interface PolicyOptions {
  /** SHEETWIRE_PASSWORD_LENGTH. */
  readonly least: number;
  /** Names of the product and its company. */
  readonly ofPortal: readonly string[];
  /** SHEETWIRE_BREACHED_LIST, '' for none. */
  readonly breachedList: string;
  readonly onFault: (error: unknown) => void;
  readonly meter?: StrengthMeter;
}

const sentences = {
  broken: 'The password contains an incomplete character; type it again',
  common: 'Choose another password; this one is too common',
  weak: 'Choose a stronger password; a few unusual words in a row are easy to remember and hard to guess',
  stolen: 'Choose another password; this one is in a list of stolen passwords',
  unchecked: 'The password could not be checked; try again in a moment',
} as const;

/** What a new password must be, wherever it is set; taken exactly as typed, with no rule about its composition. */
export class PasswordPolicy {
  readonly #options: PolicyOptions;
  readonly #meter: StrengthMeter;

  constructor(options: PolicyOptions) {
    this.#options = options;
    this.#meter = options.meter ?? new StrengthMeter();
  }

  /** One plain sentence that says what to do; undefined when the password will do. */
  async faultOf(password: string, owner: PasswordOwner): Promise<string | undefined> {
    const { least } = this.#options;
    if (password.length < least) return `Use at least ${least} characters for the password`;
    if (password.length > limits.maxPassword) return `Use at most ${limits.maxPassword} characters for the password`;
    if (!password.isWellFormed()) return sentences.broken;
    const words = contextWords(owner, this.#options.ofPortal);
    const held = heldWord(password, words);
    if (held !== undefined) return `Don't use "${held}": names of the user, company or portal are easy to guess`;
    try {
      return (await this.#strengthFault(password, words)) ?? (await this.#breachFault(password));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      this.#options.onFault(error);
      return sentences.unchecked;
    }
  }

  close(): Promise<void> {
    return this.#meter.close();
  }

  async #strengthFault(password: string, words: readonly string[]): Promise<string | undefined> {
    const { score, isCommon } = await this.#meter.measure({ password, words });
    if (isCommon) return sentences.common;
    return score < limits.passwordCheck.score ? sentences.weak : undefined;
  }

  async #breachFault(password: string): Promise<string | undefined> {
    const { breachedList } = this.#options;
    return breachedList !== '' && (await isBreached(breachedList, password)) ? sentences.stolen : undefined;
  }
}
