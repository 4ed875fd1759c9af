import { registerHooks } from 'node:module';
import type { Change, Mutant } from './mutants.ts';

/** Has a module of the product be loaded with a fault in it; what is loaded from now on has it. */
export function putBack({ changes }: Mutant): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const due = changes.filter(({ file }) => url.endsWith(`/${file}`));
      if (due.length === 0) return loaded;
      return { ...loaded, source: due.reduce(changed, String(loaded.source)) };
    },
  });
}

/** Throws when the words that are to change are not there, or more than once. */
export function changed(text: string, { file, from, to }: Change): string {
  if (text.split(from).length !== 2) throw new Error(`${file} has other words than the fault: ${from}`);
  return text.replace(from, () => to);
}
