import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { Stop } from '#exit.ts';
import { countWords, exitOfState, type FileState, stateWords } from '#publish/folder/file-states.ts';
import { isRunning, type RunState, readStates } from '#publish/folder/state-file.ts';
import type { Terminal } from '#terminal.ts';

/** How each file of the folders that are published from here stands; ends with the code of the first in trouble. */
export async function status(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder, ...more] = positionals;
  if (more.length > 0) throw new Stop(exits.usage, `Specify only one folder: remove ${more.join(', ')}`);
  terminal.signal.throwIfAborted();
  const wanted = folder === undefined ? undefined : resolve(folder);
  const now = new Date();
  const all = await readStates(terminal.env, now);
  const runs = all.filter((run) => wanted === undefined || run.folder === wanted);
  if (runs.length === 0) throw new Stop(exits.file, noneWords(wanted));
  if (values.json) terminal.say(JSON.stringify(runs.map((run) => ({ ...run, isRunning: isRunning(run, now) }))));
  else for (const run of runs) tell(run, now, terminal);
  return exitOf(runs, now);
}

function noneWords(folder: string | undefined): string {
  return folder === undefined
    ? 'You are not publishing any folder; start with sheetwire publish DIR --watch'
    : `You are not publishing ${folder}; start with sheetwire publish ${folder} --watch`;
}

function tell(run: RunState, now: Date, terminal: Terminal): void {
  const state = isRunning(run, now) ? `process ${run.pid}` : `not running, last seen ${run.savedUtc}`;
  terminal.say(`${run.folder} to ${run.to} on ${run.server} (${state}): ${countWords(run.files)}`);
  for (const file of run.files) terminal.say(`  ${lineOf(file)}`);
}

/** One line for a file: its state, its report and version, what is wrong. */
function lineOf({ file, topic, state, version, sinceUtc, words }: FileState): string {
  const shown = version === undefined ? topic : `${topic} version ${version}`;
  const told = words === undefined ? '' : `: ${words}`;
  return `${stateWords[state].padEnd(stateWidth)} ${sinceUtc}  ${file}  ${shown}${told}`;
}

const stateWidth = Math.max(...Object.values(stateWords).map((word) => word.length));

function exitOf(runs: readonly RunState[], now: Date): Exit {
  if (runs.some((run) => !isRunning(run, now))) return exits.file;
  const failed = runs.flatMap(({ files }) => files.map(({ state }) => exitOfState[state]));
  return exits[failed.find((name) => name !== undefined) ?? 'done'];
}
