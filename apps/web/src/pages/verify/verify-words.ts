import type { Output } from '@sheetwire/contract/call';
import type { FigureAddress } from '@sheetwire/contract/verify/address';
import type { verify } from '@sheetwire/contract/verify/calls';

type Answer = Output<typeof verify>;
type Figure = Answer['figures'][number];

/** What the page says: whether it is so, what was published, and what the figure is now. */
export interface Verdict {
  readonly tone: 'green' | 'red' | 'amber';
  readonly title: 'Confirmed' | 'Not confirmed' | 'No access';
  readonly words: string;
  /** What it is now; '' where there is nothing to say. */
  readonly now: string;
}

interface Verified {
  readonly address: FigureAddress;
  readonly answer: Answer;
  /** A moment as the page writes it. */
  readonly at: (utc: string) => string;
}

/** The answer in words (time 6). */
export function verdictOf(asked: Verified): Verdict {
  const { answer, address } = asked;
  if (answer.state === 'none') {
    const words = `${address.topic} not found, or you have no access.`;
    return { tone: 'amber', title: 'No access', words, now: '' };
  }
  if (answer.state !== 'signed') return { ...refused, words: whyNot(asked), now: '' };
  const [figure] = answer.figures;
  if (!figure) {
    const words = `Version ${answer.version} of ${address.topic} was ${publishedBy(asked)}. It is stored as it was published.`;
    return { tone: 'green', title: 'Confirmed', words, now: newestWords(asked) };
  }
  return figureVerdict(figure, asked);
}

const refused = { tone: 'red', title: 'Not confirmed' } as const;

function whyNot({ answer: { state, version, newestVersion }, address: { topic } }: Verified): string {
  switch (state) {
    case 'changed':
      return `Version ${version} of ${topic} is no longer stored as it was published. Tell your administrator.`;
    case 'otherkey':
      return `Version ${version} of ${topic} was signed with a key that this server does not have. Tell your administrator.`;
    case 'unsigned':
      return `Version ${version} of ${topic}, or a version that it builds on, was published before figures were signed.`;
    default:
      return version > newestVersion
        ? `${topic} has no version ${version}. The newest is version ${newestVersion}.`
        : `Version ${version} of ${topic} is no longer kept.`;
  }
}

function figureVerdict(figure: Figure, asked: Verified): Verdict {
  const { answer, address } = asked;
  const { page, cell, text, is } = figure;
  const place = page === '' ? cell : `${cell} on ${page}`;
  const of = `version ${answer.version} of ${address.topic}`;
  if (is === 'missing' || text === null) {
    return { ...refused, words: `There was no ${place} in ${of}, ${publishedBy(asked)}.`, now: '' };
  }
  const now = nowWords(figure, asked);
  const told = `${place} was ${figureWords(text)} in ${of}, ${publishedBy(asked)}.`;
  if (is === 'different') {
    return {
      ...refused,
      words: `${told} The figure you have is ${figureWords(address.text ?? '')}.`,
      now,
    };
  }
  return { tone: 'green', title: 'Confirmed', words: told, now };
}

/** A number as it stands; other words in quotes, so that they do not read on as the sentence. */
function figureWords(text: string): string {
  if (text === '') return 'empty';
  return /^\S*\d\S*$/u.test(text) ? text : `“${text}”`;
}

function publishedBy({ answer: { by, utc }, at }: Verified): string {
  return `published by ${by} on ${at(utc ?? '')}`;
}

function nowWords({ text, now }: Figure, { answer }: Verified): string {
  if (answer.newestVersion === answer.version) return 'This is the newest version.';
  if (now === null) return 'The cell is no longer in the report.';
  const version = `version ${answer.newestVersion}`;
  return now === text ? `It is still the same in ${version}.` : `It is now ${figureWords(now)}, in ${version}.`;
}

function newestWords({ answer, at }: Verified): string {
  if (answer.newestVersion === answer.version) return 'This is the newest version.';
  return `The newest is version ${answer.newestVersion}, published on ${at(answer.newestUtc ?? '')}.`;
}
