import { publishRelease } from '@sheetwire/contract/publishing/history';
import { parseTopic } from '@sheetwire/rules/topic';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { useDeed } from '#features/asked/use-deed.ts';
import { sentence } from '#features/publishing/held-words.ts';
import type { PublishingModel, ReportDetail } from '#features/publishing/publishing-model.ts';
import { useServices } from '#services.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/message.tsx';
import { Moment } from '#ui/moment.tsx';

/** After a rollback: why nothing is published, and the way on (time 4). */
export function OnHold({ model, detail }: { model: PublishingModel; detail: ReportDetail }) {
  const call = useOwnCalls();
  const { isBusy, run } = useDeed(`Release ${detail.topic}`);
  const now = useServices().clock.now();
  const { held, mayRollBack } = detail;
  const topic = parseTopic(detail.topic);
  if (!held || topic === undefined) return null;
  const { version, restored, by, timeUtc, reason } = held;
  const release = () =>
    run(async () => {
      await call(publishRelease, { topic, version, accept: true });
      model.refresh();
    });
  const button = (
    <Button isBusy={isBusy} onPress={release}>
      Release
    </Button>
  );
  return (
    <Banner tone="amber" icon="pause" action={mayRollBack ? button : undefined}>
      {by} rolled this report back to version {restored.toLocaleString('en-US')} (<Moment utc={timeUtc} now={now} />
      ): {sentence(reason)} Publishing is on hold.{' '}
      {mayRollBack ? 'Release it once the source is fixed.' : 'An admin of the report can release it.'}
    </Banner>
  );
}
