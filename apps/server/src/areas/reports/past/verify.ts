import type { Output, Parsed } from '@sheetwire/contract/call';
import type { verify as call } from '@sheetwire/contract/verify/calls';
import { cellText } from '@sheetwire/page/compare/cell-text';
import { PageModel } from '@sheetwire/page/model/page-model';
import type { User } from '@sheetwire/rules/principal';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import type { VersionProof } from '#ports/past/report-past.ts';
import type { StoredReport } from '#ports/report-log.ts';
import { pagesFor, type ReportState, sameName } from '#report/report-state.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { utcOf } from './past-report.ts';
import { mayLook } from './versions.ts';

type Input = Parsed<typeof call>;
type Answer = Output<typeof call>;
type Figure = Answer['figures'][number];
type AskedFigure = NonNullable<Input['figures']>[number];

/** Whether figures are what a version showed (time 6): under the rights of now, as the report itself. */
export async function verify(deps: ReportsDeps, input: Input, request: KnownRequest): Promise<Answer> {
  const { topic, version } = input;
  const { user } = request.actor;
  deps.pastRate.take(user);
  if (!(await mayLook(deps, topic, request))) return unseen(version);
  const proof = await deps.pastTurns.run(user, () => deps.past.proof(topic, version));
  if (proof) await deps.visits.note(topic, request, utcOf(proof));
  const now = await deps.engine.read(topic, (state) => pagesNow(state, user));
  if (!(await mayLook(deps, topic, request))) return unseen(version);
  const head = deps.engine.head(topic);
  const newest = { newestVersion: head?.version ?? 0, newestUtc: head ? utcOf(head) : null };
  if (!proof) return { ...unseen(version), ...newest, state: 'gone' };
  if (!proof.report) return { ...unseen(version), ...newest, state: wordOf(proof) };
  const figures = figuresOf(askedOf(input), pagesThen(proof.report, user), now);
  return { ...vouched(deps, topic, proof), ...newest, figures };
}

/** What is said of a report that is not there, or may not be viewed. */
function unseen(version: number): Answer {
  return { state: 'none', version, utc: null, by: '', newestVersion: 0, newestUtc: null, figures: [] };
}

function wordOf({ state }: VersionProof): Answer['state'] {
  return state === 'other key' ? 'otherkey' : state;
}

/** The statement is signed when somebody asks: what it says was fixed when the version was kept (decision 67). */
function vouched(deps: ReportsDeps, topic: Topic, proof: VersionProof) {
  const { version, sender: by, hash, previous } = proof;
  const utc = utcOf(proof);
  const statement = JSON.stringify({ topic, version, utc, by, hash, previous });
  return { state: 'signed' as const, version, utc, by, statement, ...deps.figureKeys.sign(statement) };
}

function askedOf({ page, cell, text, figures = [] }: Input): readonly AskedFigure[] {
  return cell === undefined ? figures : [{ page: page ?? '', cell, ...(text !== undefined && { text }) }, ...figures];
}

/** A page as this user receives it, and what its cells show. */
interface ShownPage {
  readonly name: string;
  textOf(cell: string): string | undefined;
}

function pagesThen({ pages }: StoredReport, user: User): ShownPage[] {
  return pagesFor(pages, user).flatMap((n) => {
    const page = pages[n];
    return page ? [shownPage(page.name, new PageModel(page))] : [];
  });
}

/** Taken at once, as pages change in place: each is read from its text of now. */
function pagesNow(state: ReportState | undefined, user: User): ShownPage[] {
  if (!state) return [];
  return pagesFor(state.pages, user).flatMap((n) => {
    const page = state.pages[n];
    return page ? [shownPage(page.name, new PageModel({ html: page.html, styles: [] }))] : [];
  });
}

function shownPage(name: string, model: PageModel): ShownPage {
  return {
    name,
    textOf(cell) {
      const number = model.hasCells ? model.numberOf(cell) : undefined;
      const html = number === undefined ? undefined : model.cell(number);
      return html === undefined ? undefined : cellText(html);
    },
  };
}

function figuresOf(asked: readonly AskedFigure[], then: readonly ShownPage[], now: readonly ShownPage[]): Figure[] {
  return asked.map(({ page, cell, text }) => {
    const was = pageOf(then, page);
    const shown = was?.textOf(cell);
    const name = was?.name ?? page;
    const is = judged(shown, text);
    return { page: name, cell, is, text: shown ?? null, now: pageOf(now, name)?.textOf(cell) ?? null };
  });
}

function pageOf(pages: readonly ShownPage[], name: string): ShownPage | undefined {
  return name === '' ? pages[0] : pages.find((page) => sameName(page.name, name));
}

function judged(shown: string | undefined, said: string | undefined): Figure['is'] {
  if (shown === undefined) return 'missing';
  if (said === undefined) return 'told';
  return singleSpaced(said) === shown ? 'confirmed' : 'different';
}

/** As `cellText` has it: what was copied may have other white space. */
function singleSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
