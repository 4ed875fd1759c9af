import { limits } from '@sheetwire/contract/limits';
import { WorkbookError } from '../workbook-error.ts';

/** The text of an HTML file, which is UTF-8; throws WorkbookError. */
export function decodedText(bytes: Uint8Array): string {
  refuseLongText(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new WorkbookError('The file is not UTF-8 text: save it in UTF-8 and publish that file.', error);
  }
}

/** Text comes as large as it is: beyond the cap it is not even decoded. */
export function refuseLongText(bytes: Uint8Array): void {
  if (bytes.length > limits.workbook.textFile) throw new WorkbookError(tooLarge);
}

const tooLarge = `The file is larger than ${limits.workbook.textFile / 1024 / 1024} MiB: publish a smaller part of it.`;
