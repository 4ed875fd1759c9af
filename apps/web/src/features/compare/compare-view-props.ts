import type { Topic } from '@sheetwire/rules/topic';
import type { ShownContent } from '#features/report-document/shown-document.ts';
import type { Selection } from '#features/selection/selection.ts';
import type { ReportInfo } from '#features/viewer/report-view.ts';
import type { ViewerModel } from '#features/viewer/viewer-model.ts';
import type { SidesChoice } from './sides.ts';

export interface CompareViewProps {
  readonly model: ViewerModel;
  readonly selection: Selection;
  readonly topic: Topic;
  /** Undefined while it is on its way. */
  readonly report: ReportInfo | undefined;
  readonly content: ShownContent;
  /** The newest live version that is known of, 0 when none is. */
  readonly newestVersion: number;
  /** Where the compared pages stand, in the report's place. */
  readonly place: HTMLElement;
  /** Compared pages stand there now, or the report does again. */
  readonly onShown: (isShown: boolean) => void;
  readonly onCompare: (choice: SidesChoice) => void;
  /** Nothing is compared any more; what was shown before is shown again. */
  readonly onCancel: () => void;
  /** The same, and the panel goes. */
  readonly onClose: () => void;
}
