import type { Caller } from '@sheetwire/client/caller';
import { cellHistory } from '@sheetwire/contract/past/calls';
import type { Topic } from '@sheetwire/rules/topic';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { Clock } from '#lib/clock.ts';
import { parseWireTime } from '#lib/published.ts';
import type { CellAnswer, CellQuestion } from './cell-history.ts';

/** The page whose cells are asked about, as it is shown. */
export interface HistorySource {
  readonly call: Caller;
  readonly clock: Clock;
  readonly model: ViewerModel;
  readonly root: ShadowRoot;
  readonly topic: Topic;
  /** The page's name. */
  readonly page: string;
}

/** Asks what a cell of the page held. */
export function askHistory({ call, topic, page }: HistorySource, question: CellQuestion): Promise<CellAnswer> {
  const { cell, to, most } = question;
  return call(cellHistory, { topic, page, cell, most, ...(to === undefined ? {} : { to }) });
}

/** When the shown version was published: a cell is named as it is in that one. */
export function shownAt({ model }: Pick<HistorySource, 'model'>): string | undefined {
  const { report } = model.view.info.getState();
  return report && parseWireTime(report.time)?.toISOString();
}

/** Tells when another version is shown, or the same as of another moment, and when the report may be viewed no more. */
export function followShown(
  { model, topic }: { readonly model: Pick<ViewerModel, 'view'>; readonly topic: Topic },
  onShown: (isOtherVersion: boolean) => void,
  onLost: () => void,
): () => void {
  let { version, shownAt } = model.view.info.getState().report ?? {};
  return model.view.info.subscribe(({ report }) => {
    if (!report || report.isEmpty || report.topic !== topic) {
      onLost();
      return;
    }
    const isOther = report.version !== version;
    if (!isOther && report.shownAt === shownAt) return;
    ({ version, shownAt } = report);
    onShown(isOther);
  });
}
