import { parseArgs } from 'node:util';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { parseTopic, type Topic, whyNoTopic } from '@sheetwire/rules/topic';
import { Stop } from '#exit.ts';
import { parseServer } from '#server-url.ts';
import { hasPlaces } from './folder/report-names.ts';

/** Which cells of the file become pages; nothing chosen = every visible sheet. */
export interface PageChoice {
  readonly sheets?: string[];
  readonly range?: string;
  readonly pages?: { title: string; range: string }[];
  /** Cells with a list or a checkbox become controls. */
  readonly takesEntries?: boolean;
}

/** Where the secret that proves the publisher lies. */
export type SecretSource =
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'file'; readonly file: string };

/** At which portal and as whom to publish. */
export interface Destination {
  readonly server: URL;
  readonly secret: SecretSource;
}

/** One report, or a report for each file of a folder as `--to` names them. */
export type Target = { readonly topic: Topic } | { readonly pattern: string };

/** `sheetwire publish` after its arguments were read (interfaces 1). */
export interface PublishOptions {
  readonly file: string;
  readonly choice: PageChoice;
  readonly metadata: Readonly<Record<string, string>>;
  readonly isWatching: boolean;
  /** Undefined for a dry run. */
  readonly destination: Destination | undefined;
  /** Undefined for a dry run that names none. */
  readonly target: Target | undefined;
  /** Where a dry run writes. */
  readonly out: string | undefined;
}

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

/** The flags that name a portal and a credential. */
export const destinationFlags = { server: text, 'token-env': text, 'token-file': text } as const;

const flags = {
  to: text,
  ...destinationFlags,
  sheet: texts,
  range: text,
  page: texts,
  metadata: texts,
  watch: flag,
  entries: flag,
  'dry-run': flag,
  out: text,
} as const;

/** Reads the arguments of `sheetwire publish`; throws Stop with the fault in words. */
export function readPublishOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined) throw usage('Specify the file or folder to publish');
  if (more.length > 0) throw usage(`Publish one file or folder at a time: remove ${more.join(', ')}`);
  const isDryRun = values['dry-run'] === true;
  if (isDryRun && values.watch) throw usage('--dry-run and --watch cannot be combined');
  if (values.out !== undefined && !isDryRun) throw usage('--out requires --dry-run');
  const target = values.to === undefined ? undefined : targetOf(values.to);
  const options: PublishOptions = {
    file,
    choice: { ...choiceOf(values), ...(values.entries && { takesEntries: true }) },
    metadata: metadataOf(values.metadata ?? []),
    isWatching: values.watch === true,
    destination: isDryRun ? undefined : destinationOf(target, values, env),
    target,
    out: values.out,
  };
  return options;
}

type DestinationValues = { readonly [Name in keyof typeof destinationFlags]?: string | undefined };

interface Values {
  readonly server?: string | undefined;
  readonly 'token-env'?: string | undefined;
  readonly 'token-file'?: string | undefined;
  readonly sheet?: string[] | undefined;
  readonly range?: string | undefined;
  readonly page?: string[] | undefined;
}

function destinationOf(
  target: Target | undefined,
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): Destination {
  if (target === undefined) throw usage('Specify where to publish with --to ENTITY/GROUP/REPORT');
  return readDestination(values, env);
}

/** The portal and the credential that flags name; throws Stop where one is missing. */
export function readDestination(
  values: DestinationValues,
  env: Readonly<Record<string, string | undefined>>,
): Destination {
  if (values.server === undefined) throw usage('Specify the portal with --server URL');
  return { server: parseServer(values.server, env), secret: secretOf(values) };
}

function secretOf(values: DestinationValues): SecretSource {
  const name = values['token-env'];
  const file = values['token-file'];
  if (name !== undefined && file === undefined) return { kind: 'env', name };
  if (file !== undefined && name === undefined) return { kind: 'file', file };
  throw usage('Pass the token or API key with either --token-env V or --token-file F');
}

function targetOf(text: string): Target {
  if (hasPlaces(text)) return { pattern: text };
  const topic = parseTopic(text);
  if (topic === undefined) throw usage(whyNoTopic(text));
  return { topic };
}

function choiceOf({ sheet, range, page }: Values): PageChoice {
  if ([sheet, range, page].filter((part) => part !== undefined).length > 1) {
    throw usage('Use only one of --sheet, --range and --page');
  }
  if (sheet) return { sheets: sheet };
  if (range !== undefined) return { range };
  return page ? { pages: page.map(titledRange) } : {};
}

function titledRange(text: string): { title: string; range: string } {
  const [title, range] = splitAt(text, `--page "${text}" is not "Title=Range"`);
  if (range === '') throw usage(`--page "${text}" has no range`);
  return { title, range };
}

function metadataOf(pairs: readonly string[]): Record<string, string> {
  const metadata: Record<string, string> = Object.create(null);
  for (const pair of pairs) {
    const [key, value] = splitAt(pair, `--metadata "${pair}" must be name=text`);
    if (key in metadata) throw usage(`--metadata names ${key} twice`);
    metadata[key] = value;
  }
  if (JSON.stringify(metadata).length > limits.maxMetadata) throw usage('The metadata is longer than 64 KiB');
  return metadata;
}

function splitAt(pair: string, fault: string): [string, string] {
  const at = pair.indexOf('=');
  const key = pair.slice(0, Math.max(0, at)).trim();
  if (key === '') throw usage(fault);
  return [key, pair.slice(at + 1).trim()];
}

function usage(message: string): Stop {
  return new Stop(exits.usage, message);
}
