import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { PublishedFile } from '#books/live-books.ts';
import type { PublishDeps } from './publish-deps.ts';

interface Made {
  readonly version: number;
  readonly changed: boolean;
  readonly held?: unknown;
}

/** A copy of a file as it is kept for values, before its bytes move to a thread; undefined for what is not kept. */
export function fileToKeep({ file, ...chosen }: Omit<PublishedFile, 'file'> & { readonly file: Uint8Array }) {
  const isKept = !chosen.name.endsWith('.html') && file.length <= limits.values.book;
  return isKept ? { ...chosen, file: Uint8Array.from(file) } : undefined;
}

/** Publishes the pages of a file and keeps it for values, unless somebody published the report meanwhile (decision 58). */
export function publishAndKeep<T extends Made>(
  deps: PublishDeps,
  topic: Topic,
  file: PublishedFile | undefined,
  publish: () => Promise<T>,
): Promise<T> {
  return deps.books.inTurn(topic, async () => {
    const made = await publish();
    // What values are set on is what viewers see, or nothing: what waits may never come.
    if (made.held !== undefined) await deps.books.dropInTurn(topic);
    const own = file && made.held === undefined ? await ownVersion(deps, topic, made) : undefined;
    if (file && own !== undefined) await deps.books.keep(topic, own, file);
    return made;
  });
}

async function ownVersion({ engine }: PublishDeps, topic: Topic, { version, changed }: Made) {
  return changed ? version : engine.read(topic, (state) => (state?.version === version ? state.ownVersion : undefined));
}
