import type { Caller } from '@sheetwire/client/caller';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { Stop } from '#exit.ts';
import type { FileReader } from '#publish/folder/file-publisher.ts';
import { FileStates } from '#publish/folder/file-states.ts';
import { FolderRun, type FolderTimes } from '#publish/folder/folder-run.ts';
import { Publishers } from '#publish/folder/publishers.ts';
import { reportNames } from '#publish/folder/report-names.ts';
import { scanFolder } from '#publish/folder/scan-folder.ts';
import { StateFile } from '#publish/folder/state-file.ts';
import { TrackedFiles } from '#publish/folder/tracked-files.ts';
import type { PictureSender } from '#publish/picture-sender.ts';
import type { Terminal } from '#terminal.ts';

interface FolderJob {
  readonly folder: string;
  readonly pattern: string;
  readonly isWatching: boolean;
  readonly terminal: Terminal;
}

interface FolderPublish extends FolderJob {
  readonly call: Caller;
  readonly send?: PictureSender;
  readonly read: FileReader;
  readonly server: URL;
  readonly times?: FolderTimes;
}

/** Publishes each file of a folder as a report of its own; a watched folder tells `sheetwire status` how it goes. */
export async function publishFolder({ folder, pattern, ...job }: FolderPublish): Promise<Exit> {
  const { terminal, server, call, send, isWatching } = job;
  const now = () => new Date();
  let file: StateFile | undefined;
  const states = new FileStates({ now, goneMost: limits.folder.goneKept, changed: () => file?.changed() });
  const run = new FolderRun({
    ...job,
    root: folder,
    names: reportNames(pattern, folder),
    publishers: new Publishers(call, limits.folder.remembered, send),
    states,
  });
  if (!isWatching) return run.once();
  file = new StateFile({
    env: terminal.env,
    run: { folder, to: pattern, server: server.origin },
    pid: process.pid,
    now,
    files: () => states.list(),
    warn: (line) => terminal.warn(line),
  });
  await file.open();
  try {
    return await run.follow();
  } finally {
    await file.close();
  }
}

/** A dry run: which report each file would be, and what would be left out. */
export async function listFolder({ folder, pattern, terminal }: FolderJob): Promise<Exit> {
  const files = new TrackedFiles(reportNames(pattern, folder));
  const scan = await scanFolder(folder);
  if (scan.files.size === 0) throw new Stop(exits.file, `${folder} has no file that can be published`);
  const { added, clashing } = files.take(scan, true);
  const owners = new Map(clashing.map(({ file, owner }) => [file.rel, owner]));
  for (const { rel, topic } of added) {
    const owner = owners.get(rel);
    terminal.say(
      owner === undefined ? `${rel}: ${topic}` : `${rel}: not published; ${topic} is published from ${owner}`,
    );
  }
  for (const words of scan.leftOut) terminal.say(`Left out: ${words}`);
  return clashing.length > 0 ? exits.conflict : exits.done;
}
