import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Focus, focusOf } from './focus.ts';

/** What presses, fills or focuses without a key. */
const notKeys = new Set<PropertyKey>([
  ...['mouse', 'touchscreen', 'click', 'dblclick', 'tap', 'hover', 'dragTo', 'dragAndDrop', 'dispatchEvent'],
  ...['fill', 'clear', 'type', 'press', 'pressSequentially', 'check', 'uncheck', 'setChecked', 'selectOption'],
  ...['focus', 'blur', 'selectText', 'setInputFiles', 'scrollIntoViewIfNeeded'],
  ...['goto', 'goBack', 'goForward', 'reload', 'setContent', 'evaluate', 'evaluateAll', 'evaluateHandle'],
]);

/** The page, or what was found on it, of which only the keys and what can be seen are left: all else throws. */
export function keysOnly<T extends object>(seen: T): T {
  return new Proxy(seen, {
    get(target, name) {
      if (notKeys.has(name)) throw new Error(`${String(name)} is no key`);
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(value, target, given);
        return isFound(answer) ? keysOnly(answer) : answer;
      };
    },
  });
}

function isFound(answer: unknown): answer is Locator {
  return typeof answer === 'object' && answer !== null && 'allInnerTexts' in answer;
}

/** Whoever has a keyboard and eyes alone. Wherever the focus stands, it must be seen. */
export class Hands {
  readonly #page: Page;
  /** What was found wrong with the focus, and with what had it. */
  readonly faults: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** As fast as one types. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Goes on by Tab until this has the focus, and no more often than that; answers what had it on the way. */
  async tabTo(name: string, atMost: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<readonly string[]> {
    const passed: string[] = [];
    for (let presses = 0; presses < atMost; presses++) {
      await this.press(key);
      const focus = await this.stand();
      if (passed.at(-1) !== focus.name) passed.push(focus.name);
      if (focus.name === name) return passed;
    }
    throw new Error(`${name} is more than ${atMost} presses of ${key} away: ${passed.join(', ')}`);
  }

  /** Where the focus is; what cannot be seen of it is noted. */
  async stand(): Promise<Focus> {
    const focus = await focusOf(this.#page);
    if (focus.fault !== undefined) this.faults.push(`${focus.name}: ${focus.fault}`);
    return focus;
  }

  /** Resolves once the focus is there: what was open has closed, or what comes has opened. */
  async stands(name: string): Promise<void> {
    await expect.poll(async () => (await focusOf(this.#page)).name).toBe(name);
    await this.stand();
  }
}
