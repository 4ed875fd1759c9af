import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { cellHistory as call } from '@sheetwire/contract/past/calls';
import { isMarked, markedTexts } from '@sheetwire/page/compare/marked-texts';
import { type DecimalMark, decimalMarks, numberShown } from '@sheetwire/page/compare/shown-number';
import { PageModel } from '@sheetwire/page/model/page-model';
import type { Addressee } from '@sheetwire/rules/addressee';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import type { CellValue, PageOf } from '#ports/past/report-past.ts';
import { timeDigits } from '#report/publish-times.ts';
import { pagesFor, sameName } from '#report/report-state.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { utcOf } from './past-report.ts';
import { thinnedBefore } from './thinned.ts';
import { mayLook } from './versions.ts';

type Input = Parsed<typeof call>;
type Answer = Output<typeof call>;

/**
 * What a cell of the newest version, or of that at `to`, held, newest first (time 2): of each version in the page that this
 * user received with it, as the report itself shows it.
 */
export async function cellHistory(deps: ReportsDeps, input: Input, request: KnownRequest): Promise<Answer> {
  const { topic, from, to } = input;
  const { user, addressee } = request.actor;
  deps.pastRate.take(user);
  if (!(await mayLook(deps, topic, request))) return nothing;
  const end = await deps.past.at(topic, { time: timeDigits(to === undefined ? latest : Date.parse(to)) });
  if (!end || input.cell === '') return nothing;
  await deps.visits.note(topic, request, utcOf(end));
  const since = from === undefined ? '' : timeDigits(Date.parse(from));
  const most = input.most ?? limits.past.usualCellValues;
  const ask = { pageOf: pageFor(addressee, input.page), cell: input.cell, version: end.version, since, most };
  const found = await deps.pastTurns.run(user, () => deps.past.cell(topic, ask));
  const thinned = await thinnedBefore(deps, topic);
  const decimalMark = found && (await markOf(deps, input, { addressee, values: found.values }));
  const hasPages = found !== undefined || ((await deps.past.pages(topic, end.version))?.length ?? 0) > 0;
  if (!(await mayLook(deps, topic, request)) || !hasPages) return nothing;
  if (!found) throw new Refusal('unknown_page', { message: `The report has no page ${input.page}` });
  const values = told(found.values, input.cell, decimalMark);
  return { values, ...(decimalMark && { decimalMark }), more: found.more, thinned };
}

/**
 * The mark that the cell's numbers have before their decimals: by its own texts, or by the page's where these could have
 * either, as thousands do. Undefined where no text has a mark.
 */
async function markOf(
  deps: ReportsDeps,
  { topic, page: name }: Input,
  { addressee, values }: { readonly addressee: Addressee; readonly values: readonly CellValue[] },
): Promise<DecimalMark | undefined> {
  const own = values.map(({ text = '' }) => text).filter(isMarked);
  if (own.length === 0) return undefined;
  const page = await deps.engine.read(topic, (state) => {
    const found = state?.pages[pageFor(addressee, name)(state.pages) ?? -1];
    const isKnown = found && (found.isCut || found.length <= limits.clean.inline);
    return isKnown ? { texts: [...markedTexts(found)], html: '' } : { texts: undefined, html: found?.html ?? '' };
  });
  return decimalMarks(own, page.texts ?? (await textsIn(deps, page.html))).was;
}

/** The same of a long page, of which a thread finds out where its cells lie. */
async function textsIn({ cleaner }: Pick<ReportsDeps, 'cleaner'>, html: string): Promise<Iterable<string>> {
  return html === '' ? [] : markedTexts(new PageModel({ html, styles: [] }, await cleaner.knowPage(html)));
}

function told(values: readonly CellValue[], cell: string, mark: DecimalMark = '.'): Answer['values'] {
  return values.map((value) => ({
    version: value.version,
    utc: utcOf(value),
    text: value.text ?? '',
    num: numberShown(value.text ?? '', mark) ?? null,
    by: value.sender,
    ...(value.cell !== cell && { cell: value.cell }),
    ...(value.text === undefined && { gone: true }),
  }));
}

const nothing: Answer = { values: [], more: false, thinned: [] };

/** Far enough ahead for any clock. */
const latest = Date.UTC(9999, 0, 1);

/** The stored page that a user receives under a name; their own one where there is one. */
function pageFor(addressee: Addressee, name: string): PageOf {
  return (pages) => pagesFor(pages, addressee).find((n) => sameName(pages[n]?.name ?? '', name));
}
