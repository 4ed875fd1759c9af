import type { Stores } from '#ports/stores.ts';
import type { Tracing } from '#ports/tracing.ts';
import type { Cleaner } from '#report/cleaner.ts';

/** The cleaner whose work on threads is told of as steps. */
export function tracedCleaner(cleaner: Cleaner, { step }: Pick<Tracing, 'step'>): Cleaner {
  return {
    ...cleaner,
    cleanPage: (html) => step('clean page', () => cleaner.cleanPage(html)),
    readCells: (body, owner) => step('read cells', () => cleaner.readCells(body, owner)),
    readReport: (body, bounds, owner) => step('read report', () => cleaner.readReport(body, bounds, owner)),
    knowPage: (html, owner) => step('cut page', () => cleaner.knowPage(html, owner)),
    diffPages: (pairs, owner) => step('compare pages', () => cleaner.diffPages(pairs, owner)),
  };
}

/** The stores, of whose work for a request is told by the store's name and the method's: `reports.append`. */
export function tracedStores(stores: Stores, tracing: Pick<Tracing, 'stored'>): Stores {
  const known = new Map<PropertyKey, object>();
  return new Proxy(stores, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'function')
        return (...given: readonly unknown[]): unknown => Reflect.apply(value, target, given);
      // Presence has listeners, no questions.
      if (typeof value !== 'object' || value === null || name === 'presence') return value;
      const made = known.get(name) ?? tracedStore(String(name), value, tracing);
      known.set(name, made);
      return made;
    },
  });
}

/** Methods are called on the store itself, which has fields of its own. */
function tracedStore(store: string, target: object, { stored }: Pick<Tracing, 'stored'>): object {
  const methods = new Map<PropertyKey, unknown>();
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      if (typeof value !== 'function') return value;
      const known = methods.get(name);
      if (known !== undefined) return known;
      const span = `${store}.${String(name)}`;
      const method = (...given: readonly unknown[]): unknown => stored(span, () => Reflect.apply(value, of, given));
      methods.set(name, method);
      return method;
    },
  });
}
