import { limits } from '@sheetwire/contract/limits';
import { cutPage, type PageCut } from '@sheetwire/page/model/page-cut';
import { PageModel } from '@sheetwire/page/model/page-model';
import type { PageBody } from '@sheetwire/page/ops';
import type { StoredReport } from '#ports/report-log.ts';
import { decodeFrame } from './frame.ts';
import { unpack } from './packing.ts';

/** A keyframe that was unpacked; each of its pages is cut once, however often it is changed from there. */
export class ReadFrame {
  readonly report: StoredReport;
  readonly #cuts: (PageCut | undefined)[] = [];

  constructor(report: StoredReport) {
    this.report = report;
  }

  /** A page to be changed: as it is here. */
  model(number: number, { html, styles }: PageBody): PageModel {
    this.#cuts[number] ??= cutPage(html);
    return new PageModel({ html, styles }, { cut: this.#cuts[number] });
  }
}

/** A keyframe as it is stored. */
export async function readFrame(packed: Uint8Array): Promise<ReadFrame> {
  return new ReadFrame(decodeFrame(await unpack(packed)));
}

interface KeptFrame {
  readonly packed: Uint8Array;
  readonly frame: ReadFrame;
}

/** Frames that stay: where a cell is followed over a whole report, the one before it is looked at beside it. */
const KEPT = 2;

/** The keyframes that were read last: who drags over the past, or follows a cell through it, reads from them again. */
export class LastFrames {
  /** The last one at the end. */
  readonly #kept: KeptFrame[] = [];
  readonly #read: typeof readFrame;

  /** Tests count what is read. */
  constructor(read = readFrame) {
    this.#read = read;
  }

  async of(packed: Uint8Array): Promise<ReadFrame> {
    const at = this.#kept.findIndex((one) => Buffer.compare(packed, one.packed) === 0);
    const [known] = at < 0 ? [] : this.#kept.splice(at, 1);
    const frame = known?.frame ?? (await this.#read(packed));
    const length = frame.report.pages.reduce((sum, { html }) => sum + html.length, 0);
    if (length <= limits.log.keptFrame) this.#kept.push({ packed: known?.packed ?? packed, frame });
    if (this.#kept.length > KEPT) this.#kept.shift();
    return frame;
  }
}
