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

/** The keyframe that was read last: who drags over the past reads from it again and again. */
export class LastFrame {
  #packed: Uint8Array | undefined;
  #frame: ReadFrame | undefined;

  async of(packed: Uint8Array): Promise<ReadFrame> {
    if (this.#frame && this.#packed && Buffer.compare(packed, this.#packed) === 0) return this.#frame;
    const frame = new ReadFrame(decodeFrame(await unpack(packed)));
    const length = frame.report.pages.reduce((sum, { html }) => sum + html.length, 0);
    const isKept = length <= limits.log.keptFrame;
    this.#packed = isKept ? packed : undefined;
    this.#frame = isKept ? frame : undefined;
    return frame;
  }
}
