import { limits } from '@sheetwire/contract/limits';
import { areaOf } from '@sheetwire/live-book/cell-names';
import { parseTopic, whyNoTopic } from '@sheetwire/rules/topic';
import { placeIn, type ReadValue } from './read-page.ts';
import type { ReadReport, ReportReader } from './report-reader.ts';

/** A cell that goes on to be told. */
export interface Streaming<T> {
  setResult(result: T | Error): void;
  onCanceled?: () => void;
}

export interface FunctionParts {
  readonly reader: ReportReader;
  /** The state line, now and whenever it changes; answers how to hear no more. */
  readonly onStatus: (hear: (words: string) => void) => () => void;
  readonly onAuth: (hear: (isIn: boolean) => void) => () => void;
  readonly logIn: (token: string) => Promise<boolean>;
  /** Replaces the formula of a cell by its result, so that the token in it stays in no workbook. */
  readonly erase: (address: string) => Promise<void>;
  /** `#N/A` with words. */
  readonly notAvailable: (words: string) => Error;
  readonly invalid: (words: string) => Error;
}

/** The functions of the add-in by their ids, as functions.json describes them. */
export function sheetFunctions(parts: FunctionParts) {
  const { onStatus, onAuth, reader, notAvailable, invalid } = parts;
  return {
    STATUS: (cell: Streaming<string>) => {
      cell.onCanceled = onStatus((words) => cell.setResult(words));
    },
    AUTHSTATUS: (cell: Streaming<boolean>) => {
      cell.onCanceled = onAuth((isIn) => cell.setResult(isIn));
    },
    AUTHENTICATE: (token: string, cell: { readonly address?: string }) => authenticate(parts, String(token), cell),
    READ: (topic: string, reference: string, at: string | number | null, cell: Streaming<ReadValue[][]>) => {
      const asked = parseTopic(String(topic));
      const place = placeIn(String(reference));
      if (!asked) return cell.setResult(invalid(whyNoTopic(String(topic))));
      if (!place) return cell.setResult(invalid('Name a cell or a range, such as Summary!B7'));
      if (isTooLarge(place.area)) return cell.setResult(invalid(`At most ${limits.addIn.cells} cells at once`));
      const tell = (read: ReadReport) => cell.setResult(valuesOf(read, place, notAvailable));
      const moment = at === null || at === undefined ? '' : momentOf(at);
      if (moment === '') cell.onCanceled = reader.follow(asked, tell);
      else void reader.at(asked, moment).then(tell);
    },
  };
}

/** A token once; what stays in a workbook must not be a key. */
async function authenticate(
  { logIn, erase, invalid, notAvailable }: FunctionParts,
  token: string,
  { address }: { readonly address?: string },
): Promise<boolean> {
  if (!token.trim().startsWith('swt_')) {
    throw invalid('Use a token from the Account page (swt_…). An API key belongs in the pane, never in a cell');
  }
  try {
    const isIn = await logIn(token);
    if (isIn && address !== undefined) await erase(address);
    return isIn;
  } catch (fault) {
    throw notAvailable(fault instanceof Error ? fault.message : String(fault));
  }
}

function valuesOf(
  read: ReadReport,
  { page, area }: NonNullable<ReturnType<typeof placeIn>>,
  notAvailable: FunctionParts['notAvailable'],
): ReadValue[][] | Error {
  if ('why' in read) return notAvailable(read.why);
  const [first] = read.pages.keys();
  const name = page === '' ? (first ?? '') : page.toUpperCase();
  return read.pages.get(name)?.values(area) ?? notAvailable(`The report has no page ${page}`);
}

function isTooLarge(area: string): boolean {
  const { top, left, bottom, right } = areaOf(area) ?? { top: 1, left: 1, bottom: 1, right: 1 };
  return (bottom - top + 1) * (right - left + 1) > limits.addIn.cells;
}

const DAY = 86_400_000;
/** The day 0 of Excel's dates. */
const EPOCH = Date.UTC(1899, 11, 30);

/** A moment as text, or as Excel's date in UTC; '' for now. */
function momentOf(at: string | number): string {
  return typeof at === 'number' ? new Date(EPOCH + Math.round(at * DAY)).toISOString() : at.trim();
}
