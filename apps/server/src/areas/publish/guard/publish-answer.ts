import type { Output } from '@sheetwire/contract/call';
import type { publishReport as call } from '@sheetwire/contract/publish';
import type { Topic } from '@sheetwire/rules/topic';
import type { ReportEngine } from '#report/engine.ts';
import { toldHeld } from '#report/guard/told-held.ts';
import type { Published } from '#report/publish/publishes.ts';

/** What a publish answers: that it is held, or the rules that it breaks, where there are such (time 5). */
export function publishAnswer(topic: Topic, { held, warnings, ...published }: Published): Output<typeof call> {
  return {
    topic,
    ...published,
    ...(held && { held: toldHeld(held) }),
    ...(warnings && { warnings: [...warnings] }),
  };
}

/** "Nothing changed" is only true of the newest version, whichever server made it; a newer one is taken over. */
export async function isNewest(
  engine: Pick<ReportEngine, 'head' | 'refresh'>,
  topic: Topic,
  version: number,
): Promise<boolean> {
  await engine.refresh(topic);
  return (engine.head(topic)?.version ?? 0) <= version;
}
