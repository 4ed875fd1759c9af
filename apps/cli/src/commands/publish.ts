import { stat } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { type Exit, exits } from '@sheetwire/contract/exits';
import type { Topic } from '@sheetwire/rules/topic';
import { quoted } from '@sheetwire/sheet/workbook-error';
import { Stop } from '#exit.ts';
import { bearerFor } from '#publish/bearer.ts';
import { writeDryRun } from '#publish/dry-run.ts';
import { publishSecretHeader } from '#publish/header-text.ts';
import { type Destination, type PublishOptions, readPublishOptions } from '#publish/options.ts';
import { pictureSender } from '#publish/picture-sender.ts';
import { PublishRun } from '#publish/publish-run.ts';
import { checkSource, readSource } from '#publish/read-source.ts';
import { reportPlace } from '#publish/report-place.ts';
import { type RenderedReport, ReportPublisher } from '#publish/report-publisher.ts';
import { FileWatch, isLockFile } from '#publish/watch-file.ts';
import { publishCaller } from '#publish/wire.ts';
import type { Terminal } from '#terminal.ts';
import { listFolder, publishFolder } from './publish-folder.ts';

/** Publishes a file or all files of a folder, once, or again and again as they are saved (interfaces 1). */
export async function publish(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const options = readPublishOptions(args, terminal.env);
  if (await isFolder(options.file)) return ofFolder(options, terminal);
  if (isLockFile(basename(options.file))) {
    throw new Stop(exits.usage, `${options.file} is the lock file of an open workbook; use the workbook itself`);
  }
  const { destination, target } = options;
  if (target && 'pattern' in target) {
    throw new Stop(exits.usage, `${options.file} is a file: name its report without {folder} and {file}`);
  }
  if (!destination || !target) return dryRun(options, target?.topic, terminal);
  await checkSource(options.file);
  const watch = options.isWatching ? new FileWatch(resolve(options.file)) : undefined;
  try {
    return await publishTo(target.topic, { options, destination, terminal, watch });
  } finally {
    watch?.close();
  }
}

/** What does not exist is told where the file is read. */
async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

async function ofFolder(options: PublishOptions, terminal: Terminal): Promise<Exit> {
  const { file, target, destination, choice, out } = options;
  if (!target || 'topic' in target) {
    throw new Stop(exits.usage, `${file} is a folder: name a report for each file, such as --to ACME/{folder}/{file}`);
  }
  if (choice.range !== undefined || choice.pages || out !== undefined) {
    throw new Stop(exits.usage, '--range, --page and --out work with one file, not with a folder');
  }
  const job = { folder: resolve(file), pattern: target.pattern, isWatching: options.isWatching, terminal };
  if (!destination) return listFolder(job);
  const { call, send } = await connect(destination, terminal);
  const told = new Map<string, string>();
  const read = (path: string, topic: Topic) =>
    readReport({ options: { ...options, file: path }, topic, terminal }, (warnings) => {
      const words = warnings.map((warning) => `Note: ${relative(job.folder, path)}: ${warning}`).join('\n');
      if (words !== '' && words !== told.get(path)) terminal.warn(words);
      told.set(path, words);
    });
  return publishFolder({ ...job, call, send, read, server: destination.server });
}

interface Job {
  readonly options: PublishOptions;
  readonly destination: Destination;
  readonly terminal: Terminal;
  readonly watch: FileWatch | undefined;
}

async function publishTo(topic: Topic, { options, destination, terminal, watch }: Job): Promise<Exit> {
  const { server } = destination;
  const read = () => readReport({ options, topic, terminal });
  const { call, send } = await connect(destination, terminal);
  const publisher = new ReportPublisher(call, topic, send);
  const place = () => reportPlace({ call, topic, server, terminal });
  const run = new PublishRun({ publisher, server, terminal, read, place });
  return watch ? run.follow(watch) : run.once();
}

async function connect({ server, secret: source }: Destination, terminal: Terminal) {
  const { env } = terminal;
  const secret = publishSecretHeader(env);
  const bearer = await bearerFor({ server, source, env, terminal, now: Date.now() });
  if (bearer.expiresUtc !== undefined) terminal.warn(`The credential is valid until ${bearer.expiresUtc}`);
  const headers = { authorization: `Bearer ${bearer.value}`, ...secret };
  return { call: publishCaller(server, headers), send: pictureSender(server, headers) };
}

interface Reading {
  readonly options: PublishOptions;
  readonly topic: Topic | undefined;
  readonly terminal: Terminal;
}

async function readReport(
  { options, topic, terminal }: Reading,
  note = (warnings: readonly string[]) => {
    for (const warning of warnings) terminal.warn(`Note: ${warning}`);
  },
): Promise<RenderedReport> {
  const { file, choice, metadata } = options;
  const {
    pages,
    warnings,
    told,
    pictures = [],
  } = await readSource({
    file,
    choice,
    topic,
    env: terminal.env,
    signal: terminal.signal,
  });
  note(warnings);
  if (pages.length === 0) throw new Stop(exits.file, `${file} has nothing to publish`);
  return { pages, metadata: { ...metadata, ...told }, pictures, holdsEntries: choice.takesEntries ?? false };
}

async function dryRun(options: PublishOptions, topic: Topic | undefined, terminal: Terminal): Promise<Exit> {
  const report = await readReport({ options, topic, terminal });
  for (const page of report.pages) {
    terminal.say(`${quoted(page.name)}: ${page.html.length} characters, ${page.styles.length} styles`);
  }
  if (options.out === undefined) return exits.done;
  const files = await writeDryRun(options.out, report, topic);
  terminal.say(`Wrote ${files.join(', ')} to ${options.out}`);
  return exits.done;
}
