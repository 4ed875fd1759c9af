import type { Output, Parsed } from '@sheetwire/contract/call';
import type { publishRemove as call } from '@sheetwire/contract/publish';
import type { KnownRequest } from '#http/route.ts';
import type { PublishDeps } from './publish-deps.ts';
import { asPublisher, takeTurn } from './publisher.ts';

/** Takes the live pages and linked files away; rights and snapshots stay (interfaces 4). */
export async function publishRemove(
  deps: PublishDeps,
  { topic }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  const isRemoved = await asPublisher(deps, topic, request, ({ user, stillMay }) =>
    // In the turn of its workbook: one that is being published keeps its pictures, or comes after all this.
    deps.books.inTurn(topic, async () => {
      const wasLive = await deps.engine.remove(topic, user, stillMay);
      await deps.books.dropInTurn(topic);
      const files = await deps.linkedFiles.removeAll(topic);
      return wasLive || files > 0;
    }),
  );
  return { removed: isRemoved };
}
