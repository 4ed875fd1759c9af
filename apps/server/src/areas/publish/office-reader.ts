import { limits } from '@sheetwire/contract/limits';
import { convertToXlsx, OfficeFault } from '@sheetwire/sheet/office/convert';
import { RenderFault } from '@sheetwire/sheet/workbook-error';
import { Refusal } from '#lib/refusal.ts';
import type { Turns } from '#lib/turns.ts';

interface OfficeParts {
  /** The program of LibreOffice; undefined where the server has none. */
  readonly program: () => Promise<string | undefined>;
  /** Conversions take far longer than other files: they have a line of their own. */
  readonly turns: Turns;
}

/** A file to convert, and whose. */
interface OfficeWork {
  readonly bytes: Uint8Array;
  readonly ending: string;
  readonly user: string;
  readonly signal: AbortSignal;
  readonly calculates?: boolean;
}

/** LibreOffice on the server: a process for each file, which costs that process and nothing else (fidelity 1). */
export class OfficeReader {
  readonly #parts: OfficeParts;

  constructor(parts: OfficeParts) {
    this.#parts = parts;
  }

  async isThere(): Promise<boolean> {
    return (await this.#parts.program()) !== undefined;
  }

  /** The file as .xlsx; undefined where the server has no LibreOffice. Throws WorkbookError for what the file is at fault. */
  async toXlsx({ user, ...job }: OfficeWork): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const program = await this.#parts.program();
    if (program === undefined) return undefined;
    return this.#parts.turns.run(user, async () => {
      try {
        return await convertToXlsx({ ...job, program, timeMs: limits.office.serverTime });
      } catch (fault) {
        if (job.signal.aborted) throw new Refusal('busy');
        if (fault instanceof OfficeFault) throw new RenderFault(fault.message, fault);
        throw fault;
      }
    });
  }
}
