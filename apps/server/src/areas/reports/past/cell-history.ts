import type { Output, Parsed } from '@sheetwire/contract/call';
import { limits } from '@sheetwire/contract/limits';
import type { cellHistory as call } from '@sheetwire/contract/reports';
import { cellText } from '@sheetwire/page/compare/cell-text';
import { decimalMarks, numberShown } from '@sheetwire/page/compare/shown-number';
import type { KnownRequest } from '#http/route.ts';
import { Refusal } from '#lib/refusal.ts';
import { timeDigits } from '#report/publish-times.ts';
import { pagesFor, sameName } from '#report/report-state.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { utcOf } from './past-report.ts';
import { thinnedBefore } from './thinned.ts';
import { mayLook } from './versions.ts';

type Input = Parsed<typeof call>;
type Answer = Output<typeof call>;

/** What a cell of the newest version, or of that at `to`, held, newest first (time 2). */
export async function cellHistory(deps: ReportsDeps, input: Input, request: KnownRequest): Promise<Answer> {
  const { topic, from, to } = input;
  deps.pastRate.take(request.actor.user);
  if (!(await mayLook(deps, topic, request))) return nothing;
  const end = await deps.past.at(topic, { time: timeDigits(to === undefined ? latest : Date.parse(to)) });
  const page = end && (await pageAt(deps, input, end.version, request));
  if (!end || !page) return nothing;
  await deps.visits.note(topic, request, utcOf(end));
  const since = from === undefined ? '' : timeDigits(Date.parse(from));
  const most = input.most ?? limits.past.usualCellValues;
  const { values, more } = await deps.pastTurns.run(request.actor.user, () =>
    deps.past.cell(topic, { page, cell: input.cell, version: end.version, since, most }),
  );
  const thinned = await thinnedBefore(deps, topic);
  if (!(await mayLook(deps, topic, request))) return nothing;
  const texts = values.map(({ html }) => cellText(html));
  const mark = decimalMarks(texts, []).was;
  return {
    values: values.map((value, n) => ({
      version: value.version,
      utc: utcOf(value),
      text: texts[n] ?? '',
      num: numberShown(texts[n] ?? '', mark) ?? null,
      by: value.sender,
      ...(value.cell !== input.cell && { cell: value.cell }),
    })),
    more,
    thinned,
  };
}

const nothing: Answer = { values: [], more: false, thinned: [] };

/** Far enough ahead for any clock. */
const latest = Date.UTC(9999, 0, 1);

/** The stored page that this user receives under a name; their own one where there is one. */
async function pageAt(
  deps: ReportsDeps,
  { topic, page, cell }: Input,
  version: number,
  { actor }: KnownRequest,
): Promise<{ readonly name: string; readonly user: string | null } | undefined> {
  const pages = await deps.past.pages(topic, version);
  if (!pages || pages.length === 0) return undefined;
  const found = pagesFor(pages, actor.user).find((n) => sameName(pages[n]?.name ?? '', page));
  const stored = found === undefined ? undefined : pages[found];
  if (!stored) throw new Refusal('unknown_page', { message: `The report has no page ${page}` });
  return cell === '' ? undefined : stored;
}
