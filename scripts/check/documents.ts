import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps.ts';
import { citationsIn, faultOf, type Reference } from './citations.ts';
import { badSubjects } from './commit-subjects.ts';
import { decisionFaults, readDecisions } from './decisions.ts';
import type { Figure } from './figures.ts';
import { deadLinks } from './markdown-links.ts';
import { readReference } from './reference.ts';
import type { SourceFile } from './source-files.ts';

/** What documents, comments and commits promise of each other; each aim is 0. */
export function documentFigures(files: readonly SourceFile[]): Figure[] {
  const reference = readReference();
  const { index, pages } = readDecisions();
  return [
    counted(
      'citations without a page or section',
      citationFaults([...commentsOf(files), ...styleComments()], reference),
    ),
    counted('links of documents that lead nowhere', markdown().flatMap(linkFaults)),
    counted('decisions without their row or status', decisionFaults(index, pages)),
    counted('commit subjects against the rule', badSubjects()),
  ];
}

interface Comment {
  readonly path: string;
  readonly text: string;
}

/** Every citation of comments that leads nowhere, with its file. */
export function citationFaults(comments: readonly Comment[], reference: Reference): string[] {
  const words = new Set(reference.keys());
  return comments.flatMap(({ path, text }) => {
    const faults = citationsIn(text, words).map((citation) => faultOf(citation, reference));
    return faults.filter((fault) => fault !== undefined).map((fault) => `${path}: ${fault}`);
  });
}

function commentsOf(files: readonly SourceFile[]): Comment[] {
  return files.flatMap(({ path, comments }) => comments.map((text) => ({ path, text })));
}

function styleComments(): Comment[] {
  return listed('*.css').flatMap((path) =>
    [...read(path).matchAll(/\/\*[\s\S]*?\*\//g)].map(([text]) => ({ path, text })),
  );
}

function markdown(): string[] {
  return listed('*.md');
}

function linkFaults(path: string): string[] {
  return deadLinks(path, read(path)).map((target) => `${path}: ${target}`);
}

function listed(pattern: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', pattern];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function counted(name: string, where: readonly string[]): Figure {
  return { name, value: where.length, aim: 0, where };
}
