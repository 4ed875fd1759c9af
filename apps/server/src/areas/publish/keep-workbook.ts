import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import type { PublishedFile } from '#books/live-books.ts';
import type { HeldPublish } from '#ports/guard/guard-store.ts';
import type { PublishDeps } from './publish-deps.ts';

interface Made {
  readonly version: number;
  readonly changed: boolean;
}

/** A file as it is kept for values; undefined for one that is not. */
export function fileToKeep(file: PublishedFile): PublishedFile | undefined {
  return file.name.endsWith('.html') || file.file.length > limits.values.book ? undefined : file;
}

/**
 * Publishes the pages of a file and keeps it for values, unless somebody published the report meanwhile (decision 58). A file
 * that waits for approval is kept as what waits: values are set on what its publisher sent last.
 */
export function publishAndKeep<T extends Made>(
  deps: PublishDeps,
  topic: Topic,
  file: PublishedFile | undefined,
  publish: (onHeld: (held: HeldPublish) => void) => Promise<T>,
): Promise<T> {
  return deps.books.inTurn(topic, async () => {
    const waits: HeldPublish[] = [];
    const made = await publish((held) => waits.push(held));
    const [held] = waits;
    if (held) await deps.books.dropInTurn(topic);
    const own = held ? made.version : await ownVersion(deps, topic, made);
    if (file && own !== undefined) await deps.books.keep(topic, own, file, held);
    return made;
  });
}

/** The publisher's own version of a report that a publish has made, or found as it is; undefined when it is another by now. */
export async function ownVersion({ engine }: PublishDeps, topic: Topic, { version, changed }: Made) {
  return changed ? version : engine.read(topic, (state) => (state?.version === version ? state.ownVersion : undefined));
}
