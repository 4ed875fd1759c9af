import { basename, resolve } from 'node:path';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { secretHeaders } from '@sheetwire/contract/headers';
import { quoted } from '@sheetwire/sheet/workbook-error';
import { Stop } from '#exit.ts';
import { bearerFor } from '#publish/bearer.ts';
import { writeDryRun } from '#publish/dry-run.ts';
import { type Destination, type PublishOptions, readPublishOptions } from '#publish/options.ts';
import { pictureSender } from '#publish/picture-sender.ts';
import { PublishRun } from '#publish/publish-run.ts';
import { checkSource, readSource } from '#publish/read-source.ts';
import { reportPlace } from '#publish/report-place.ts';
import { type RenderedReport, ReportPublisher } from '#publish/report-publisher.ts';
import { FileWatch, isLockFile } from '#publish/watch-file.ts';
import { publishCaller } from '#publish/wire.ts';
import type { Terminal } from '#terminal.ts';

/** Publishes a file once, or again and again as it is saved (interfaces 1). */
export async function publish(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const options = readPublishOptions(args, terminal.env);
  if (isLockFile(basename(options.file))) {
    throw new Stop(exits.usage, `${options.file} is the lock file of an open workbook; use the workbook itself`);
  }
  const { destination } = options;
  if (!destination) return dryRun(options, terminal);
  await checkSource(options.file);
  const watch = options.isWatching ? new FileWatch(resolve(options.file)) : undefined;
  try {
    return await publishTo(destination, { options, terminal, watch });
  } finally {
    watch?.close();
  }
}

interface Job {
  readonly options: PublishOptions;
  readonly terminal: Terminal;
  readonly watch: FileWatch | undefined;
}

async function publishTo(destination: Destination, { options, terminal, watch }: Job): Promise<Exit> {
  const { topic, server } = destination;
  const { env } = terminal;
  const read = () => readReport(options, terminal);
  const bearer = await bearerFor({ server, source: destination.secret, env, terminal, now: Date.now() });
  if (bearer.expiresUtc !== undefined) terminal.warn(`The credential is valid until ${bearer.expiresUtc}`);
  const secret = env.SHEETWIRE_PUBLISH_SECRET;
  const headers = {
    authorization: `Bearer ${bearer.value}`,
    ...(secret ? { [secretHeaders.publish]: secret } : {}),
  };
  const call = publishCaller(server, headers);
  const publisher = new ReportPublisher(call, topic, pictureSender(server, headers));
  const place = () => reportPlace({ call, topic, server, terminal });
  const run = new PublishRun({ publisher, server, terminal, read, place });
  return watch ? run.follow(watch) : run.once();
}

async function readReport(options: PublishOptions, terminal: Terminal): Promise<RenderedReport> {
  const { file, choice, metadata } = options;
  const {
    pages,
    warnings,
    pictures = [],
  } = await readSource({
    file,
    choice,
    topic: options.destination?.topic ?? options.topic,
    env: terminal.env,
    signal: terminal.signal,
  });
  for (const warning of warnings) terminal.warn(`Note: ${warning}`);
  if (pages.length === 0) throw new Stop(exits.file, `${file} has nothing to publish`);
  return { pages, metadata, pictures, holdsEntries: choice.takesEntries ?? false };
}

async function dryRun(options: PublishOptions, terminal: Terminal): Promise<Exit> {
  const report = await readReport(options, terminal);
  for (const page of report.pages) {
    terminal.say(`${quoted(page.name)}: ${page.html.length} characters, ${page.styles.length} styles`);
  }
  if (options.out === undefined) return exits.done;
  const files = await writeDryRun(options.out, report, options.topic);
  terminal.say(`Wrote ${files.join(', ')} to ${options.out}`);
  return exits.done;
}
