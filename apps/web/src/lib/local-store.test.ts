import { expect, test, vi } from 'vitest';
import { createLocalStore } from './local-store.ts';

/** Takes the probe, and nothing longer. */
class FullStorage {
  readonly #kept = new Map<string, string>([['a', 'before']]);
  readonly length = 1;
  clear(): void {
    this.#kept.clear();
  }
  key(): null {
    return null;
  }
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (value !== '') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    this.#kept.set(key, value);
  }
  removeItem(key: string): void {
    this.#kept.delete(key);
  }
}

test('a full storage keeps what it has, the page goes on, and the console is told', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const store = createLocalStore(() => new FullStorage());
  store.write('a', 'after');
  expect(store.read('a')).toBe('before');
  expect(told).toHaveBeenCalledExactlyOnceWith('Page error', expect.any(DOMException));
  told.mockRestore();
});

test('a storage that is forbidden is replaced by memory for the life of the page', () => {
  const store = createLocalStore(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  store.write('a', 'kept');
  expect(store.read('a')).toBe('kept');
});
