import type { Output, Parsed } from '@sheetwire/contract/call';
import type { verify as call } from '@sheetwire/contract/verify/calls';
import type { Addressee } from '@sheetwire/rules/addressee';
import type { Topic } from '@sheetwire/rules/topic';
import type { KnownRequest } from '#http/route.ts';
import type { CellPlace, ShownCell, VersionProof } from '#ports/past/report-past.ts';
import type { Page } from '#ports/report-log.ts';
import { pagesFor } from '#report/report-state.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { utcOf } from './past-report.ts';
import { toldTexts } from './told-texts.ts';
import { mayLook } from './versions.ts';

type Input = Parsed<typeof call>;
type Answer = Output<typeof call>;
type Figure = Answer['figures'][number];
type AskedFigure = NonNullable<Input['figures']>[number];

/** Whether figures are what a version showed (time 6): under the rights of now, as the report itself. */
export async function verify(deps: ReportsDeps, input: Input, request: KnownRequest): Promise<Answer> {
  const { topic, version } = input;
  const { user, addressee } = request.actor;
  deps.pastRate.take(user);
  if (!(await mayLook(deps, topic, request))) return unseen(version);
  const asked = askedOf(input);
  const head = deps.engine.head(topic);
  const { proof, now } = await deps.pastTurns.run(user, async () => {
    const found = await deps.past.proof(topic, version, (pages) => placesOf(pages, addressee, asked));
    const named = asked.map(({ page, cell }, n) => ({ page: found?.cells?.[n]?.page ?? page, cell }));
    const isAsked = found?.cells !== undefined && head !== undefined;
    return {
      proof: found,
      now: isAsked ? await deps.past.shown(topic, head.version, (pages) => placesOf(pages, addressee, named)) : [],
    };
  });
  if (proof) await deps.visits.note(topic, request, utcOf(proof));
  if (!(await mayLook(deps, topic, request))) return unseen(version);
  const newest = { newestVersion: head?.version ?? 0, newestUtc: head ? utcOf(head) : null };
  if (!proof) return { ...unseen(version), ...newest, state: 'gone' };
  if (!proof.cells) return { ...unseen(version), ...newest, state: wordOf(proof) };
  return { ...vouched(deps, topic, proof), ...newest, figures: figuresOf(asked, proof.cells, now) };
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

type Cells = readonly (ShownCell | undefined)[];

/** Where the stored pages that a user receives have the cells that are asked for. */
function placesOf(
  pages: readonly Pick<Page, 'name' | 'user'>[],
  addressee: Addressee,
  asked: readonly Pick<AskedFigure, 'page' | 'cell'>[],
): (CellPlace | undefined)[] {
  const received = pagesFor(pages, addressee);
  const numbers = new Map(received.map((n) => [pages[n]?.name.toUpperCase(), n]));
  return asked.map(({ page: name, cell }) => {
    const page = name === '' ? received[0] : numbers.get(name.toUpperCase());
    return page === undefined ? undefined : { page, cell };
  });
}

function figuresOf(asked: readonly AskedFigure[], then: Cells, now: Cells): Figure[] {
  const told = toldTexts();
  return asked.map(({ page, cell, text }, n) => {
    const was = then[n];
    const is = judged(was?.text, text);
    return { page: was?.page ?? page, cell, is, ...told({ text: was?.text, now: now[n]?.text }) };
  });
}

function judged(shown: string | undefined, said: string | undefined): Figure['is'] {
  if (shown === undefined) return 'missing';
  if (said === undefined) return 'told';
  return singleSpaced(said) === singleSpaced(shown) ? 'confirmed' : 'different';
}

/** White space that has a width: `\s` has U+FEFF too, which shows nothing. */
const SPACES = /[^\S\ufeff]+/g;

/** What was copied may have other white space than the cell, such as the narrow space between the thousands of many languages. */
function singleSpaced(text: string): string {
  return text.replace(SPACES, ' ').trim();
}
