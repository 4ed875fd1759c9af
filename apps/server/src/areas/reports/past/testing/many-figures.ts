import { limits } from '@sheetwire/contract/limits';
import type { TestApp, TestBrowser } from '../../../../testing/test-app.ts';

export const MANY = 10_000;

/** Percentages, figures in brackets and names, each another one. */
export const manyValues: readonly string[] = Array.from({ length: MANY }, (_, n) =>
  n % 3 === 0 ? `${n}.50%` : n % 3 === 1 ? `(${n}.07)` : `Name ${n}`,
);

interface Asked {
  readonly server: TestApp;
  readonly web: TestBrowser;
  readonly topic: string;
  readonly version: number;
  /** What the first column of the page showed then. */
  readonly then: readonly string[];
}

/** Asks about each figure twice: as it was, and with one letter changed. Answers how many were confirmed and refused. */
export async function checkMany({ server, web, topic, version, then }: Asked) {
  const told = { confirmed: 0, refused: 0 };
  for (let at = 0; at < then.length; at += limits.verify.figures) {
    for (const spoil of [false, true]) {
      const figures = then.slice(at, at + limits.verify.figures).map((text, n) => ({
        page: 'Positions',
        cell: `A${at + n + 1}`,
        text: spoil ? tampered(text, at + n) : text,
      }));
      server.clock.move(1000);
      const answer = await web.call('reports/verify/', { topic, version, figures });
      const is = Array.isArray(answer.figures) ? answer.figures.map((figure) => figure.is) : [];
      if (spoil) told.refused += is.filter((one) => one === 'different').length;
      else told.confirmed += is.filter((one) => one === 'confirmed').length;
    }
  }
  return told;
}

/** Another text: a digit, a sign, a letter or a mark is other. */
function tampered(text: string, n: number): string {
  const at = n % text.length;
  const letter = text[at] ?? '';
  const other = /\d/.test(letter) ? String((Number(letter) + 1) % 10) : letter === '(' ? '[' : `${letter}1`;
  return text.slice(0, at) + other + text.slice(at + 1);
}
