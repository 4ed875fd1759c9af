import { createHash } from 'node:crypto';
import { basename, dirname, extname } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { looksDated } from '@sheetwire/rules/gropic';
import { cleanUpper } from '@sheetwire/rules/name';
import { parseTopic, type Topic, whyNoTopic } from '@sheetwire/rules/topic';
import { Stop } from '#exit.ts';

/** Which report a file of a folder becomes: `ACME/{folder}/{file}` (fidelity 1). */
export interface ReportNames {
  /** The folder's own name: `{folder}` of the files that lie directly in it. */
  readonly folder: string;
  readonly parts: readonly [entity: string, group: string, report: string];
}

/** The report of a file, and whether its name had to be changed to be one. */
export interface NamedReport {
  readonly topic: Topic;
  readonly isMapped: boolean;
}

const PLACE = /\{([^{}]*)\}/g;
const places: ReadonlySet<string> = new Set(['folder', 'file']);
/** Characters of one part of a name. */
const longest = 100;
const hashLength = 8;
/** Between the names of folders that lie in one another. */
const between = ' - ';

/** Whether `--to` names a report for each file. */
export function hasPlaces(to: string): boolean {
  return /\{[^{}]*\}/.test(to);
}

/** Reads `--to` of a folder; throws Stop with what is wrong in it. */
export function reportNames(to: string, folder: string): ReportNames {
  for (const [place, name = ''] of to.matchAll(PLACE)) {
    if (!places.has(name)) throw usage(`--to ${to}: ${place} is unknown; use {folder} and {file}`);
  }
  const [entity = '', group = '', report = '', ...more] = to.split('/');
  if (report === '' || more.length > 0) throw usage(`--to ${to} is not ENTITY/GROUP/REPORT with {folder} and {file}`);
  if (hasPlaces(entity)) throw usage(`--to ${to}: an entity cannot contain {folder} or {file}`);
  if (!to.includes('{file}')) throw usage(`--to ${to} gives every file the same report; use {file} in it`);
  const sample = to.replace(PLACE, 'X');
  if (!parseTopic(sample)) throw usage(whyNoTopic(sample));
  return { folder: basename(folder), parts: [entity, group, report] };
}

/** The report of a file, by its path in the folder; what our rules refuse in a name is written another way. */
export function reportOf(names: ReportNames, rel: string): NamedReport {
  const inside = dirname(rel);
  const folder = inside === '.' ? names.folder : inside.split(/[/\\]/).join(between);
  const file = basename(rel, extname(rel));
  const [entity, ...rest] = names.parts.map((part) =>
    part.replace(PLACE, (_, place: string) => (place === 'file' ? file : folder)),
  );
  const [group = '', report = ''] = rest.map(mappedName);
  const topic =
    parseTopic(`${entity}/${group}/${undated(report)}`) ?? parseTopic(`${entity}/${group}/${hashName(rel)}`);
  if (!topic) throw new Error(`no report for ${rel}`);
  const isMapped = topic !== `${entity}/${rest.join('/')}`.toUpperCase();
  return { topic, isMapped };
}

const spelledOut: Readonly<Record<string, string>> = {
  ß: 'SS',
  Æ: 'AE',
  æ: 'AE',
  Ø: 'O',
  ø: 'O',
  Œ: 'OE',
  œ: 'OE',
  Đ: 'D',
  đ: 'D',
  Ð: 'D',
  ð: 'D',
  Ł: 'L',
  ł: 'L',
  Þ: 'TH',
  þ: 'TH',
  ı: 'I',
};

/** A name as the rules take it: accents fall, other signs become hyphens, and a hash keeps lost letters apart. */
function mappedName(name: string): string {
  const clean = cleanUpper(name);
  if (clean !== undefined) return clean;
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßÆæØøŒœĐđÐðŁłÞþı]/g, (letter) => spelledOut[letter] ?? letter);
  const hasLostLetters = /[^\p{Script=Latin}\P{L}]|[^0-9\P{N}]/u.test(plain);
  const signs = trimmed(plain.replace(/[^A-Za-z0-9 ._\-&()+#@']+/g, '-'));
  const whole = hasLostLetters || signs === '' ? `${signs}-${hashOf(name)}`.replace(/^-/, 'FILE-') : signs;
  const short = whole.length > longest ? `${whole.slice(0, longest - hashLength - 1)}-${hashOf(name)}` : whole;
  return cleanUpper(short) ?? hashName(name);
}

/** Without hyphens and spaces at its ends. */
function trimmed(name: string): string {
  let from = 0;
  let to = name.length;
  while (from < to && isEdge(name[from])) from++;
  while (to > from && isEdge(name[to - 1])) to--;
  return name.slice(from, to);
}

function isEdge(sign: string | undefined): boolean {
  return sign === '-' || sign === ' ';
}

/** A report is never named like a snapshot: `SALES.20261119` is SALES-20261119. */
function undated(report: string): string {
  return looksDated(report) ? report.replace(/\.([^.]*)$/, '-$1') : report;
}

function hashName(name: string): string {
  return `FILE-${hashOf(name)}`;
}

function hashOf(name: string): string {
  return createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, hashLength).toUpperCase();
}

function usage(message: string): Stop {
  return new Stop(exits.usage, message);
}
