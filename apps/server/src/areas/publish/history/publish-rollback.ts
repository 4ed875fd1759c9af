import type { Output, Parsed } from '@sheetwire/contract/call';
import type { publishRollback as call } from '@sheetwire/contract/publishing/history';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { StoredReport } from '#ports/report-log.ts';
import { assertStorable } from '#report/publish/storable.ts';
import { publishAnswer } from '../guard/publish-answer.ts';
import type { PublishDeps } from '../publish-deps.ts';
import { takeTurn } from '../publisher.ts';
import { mayKeep } from './keeper.ts';
import { oneLine } from './one-line.ts';
import { notKept } from './publish-tag.ts';

/** Publishes an earlier version again, for all viewers at once, and holds the publisher until it is released (time 4). */
export async function publishRollback(
  deps: PublishDeps,
  { topic, version, reason: given }: Parsed<typeof call>,
  request: KnownRequest,
): Promise<Output<typeof call>> {
  takeTurn(deps, request);
  const { user, stillMay } = await mayKeep(deps, topic, request);
  const reason = oneLine(given);
  if (reason === '') throw new Refusal('malformed', { message: 'reason: say why the report is rolled back' });
  assertStorable(reason);
  const stored = await deps.pastTurns.run(user, () => kept(deps, topic, { version, by: user }));
  // A release on another server is not told: what the store says counts.
  const seen = deps.engine.head(topic)?.heldVersion;
  if (seen !== undefined && !(await deps.marks.held(topic))) deps.engine.released(topic, seen);
  stillMay();
  const rollback = { reason, address: request.address, at: deps.clock.now() };
  const published = await deps.engine.restore(topic, { stored, sender: user, stillMay, ...rollback });
  return publishAnswer(topic, published);
}

/** The content of a version, which stays from now on. */
async function kept(
  { marks, engine }: PublishDeps,
  topic: Topic,
  { version, by }: { readonly version: number; readonly by: string },
): Promise<StoredReport> {
  if (engine.head(topic)?.version === version) {
    throw new Refusal('malformed', { message: `version: viewers see version ${version} now; choose an earlier one` });
  }
  const stored = await marks.content(topic, version);
  if (!stored) throw notKept(version);
  if (stored.pages.length === 0) {
    throw new Refusal('unknown_version', { message: `The report was empty at version ${version}; choose another one` });
  }
  if (!(await marks.keepRestored(topic, version, by))) throw notKept(version);
  return stored;
}
