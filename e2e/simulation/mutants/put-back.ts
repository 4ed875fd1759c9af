import { registerHooks } from 'node:module';
import type { Mutant } from './mutants.ts';

/** Has a module of the product be loaded with a fault in it; what is loaded from now on has it. */
export function putBack({ file, from, to }: Mutant): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`/${file}`)) return loaded;
      const text = String(loaded.source);
      if (text.split(from).length !== 2) throw new Error(`${file} has other words than the fault: ${from}`);
      return { ...loaded, source: text.replace(from, () => to) };
    },
  });
}
