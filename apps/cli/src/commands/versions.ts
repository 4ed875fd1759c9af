import { parseArgs } from 'node:util';
import type { Output } from '@sheetwire/contract/call';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { publishVersions as call } from '@sheetwire/contract/publishing/for-programs';
import { isoTime } from '@sheetwire/contract/shapes';
import { Stop } from '#exit.ts';
import { callPortal, reportOf } from '#publish/call-portal.ts';
import { destinationFlags } from '#publish/options.ts';
import type { Terminal } from '#terminal.ts';

const text = { type: 'string' } as const;
const flags = { ...destinationFlags, from: text, to: text, most: text, json: { type: 'boolean' } } as const;

/** When a report changed, how much and by whom, a line for each entry (time 7). */
export async function versions(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true });
  const [name, ...more] = positionals;
  if (more.length > 0) throw new Stop(exits.usage, `Specify only one report: remove ${more.join(', ')}`);
  const topic = reportOf(name);
  const ask = { topic, ...timeOf('from', values.from), ...timeOf('to', values.to), ...mostOf(values.most) };
  const answer = await callPortal(call, ask, { values, terminal });
  tell(answer, { topic, isJson: values.json === true }, terminal);
  return exits.done;
}

/** A day alone, or a time without a zone, would be another moment in every zone (decision 86). */
function timeOf(name: 'from' | 'to', value: string | undefined) {
  if (value === undefined) return {};
  const { data } = isoTime.safeParse(value);
  if (data === undefined) {
    throw new Stop(exits.usage, `--${name} must be a time with its zone, such as 2026-11-23T14:32:05Z`);
  }
  return { [name]: data };
}

function mostOf(value: string | undefined) {
  if (value === undefined) return {};
  const most = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (most < 1 || most > limits.past.buckets) {
    throw new Stop(exits.usage, `--most must be a number from 1 to ${limits.past.buckets}`);
  }
  return { most };
}

interface Telling {
  readonly topic: string;
  readonly isJson: boolean;
}

function tell(answer: Output<typeof call>, { topic, isJson }: Telling, terminal: Terminal): void {
  if (isJson) {
    terminal.say(JSON.stringify(answer));
    return;
  }
  if (answer.oldestUtc === null) {
    throw new Stop(exits.notAllowed, `${topic} has no versions, or you have no access`);
  }
  for (const bucket of answer.buckets) terminal.say(lineOf(bucket));
  terminal.warn(`Versions are kept since ${answer.oldestUtc}`);
}

type Bucket = Output<typeof call>['buckets'][number];

function lineOf({ from, to, kind, firstVersion, lastVersion, versions: count, cells, by, ...mark }: Bucket): string {
  const { words = '', restored = 0 } = mark;
  const time = from === to ? from : `${from} to ${to}`;
  if (kind === 'silence') return `${time}  nothing published`;
  if (kind === 'held') return `${time}  publish ${lastVersion} is waiting for approval  ${by}`;
  if (kind === 'snapshot') return `${time}  snapshot of version ${lastVersion}`;
  if (kind === 'tag') return `${time}  version ${lastVersion} tagged "${words}"  ${by}`;
  if (kind === 'rollback') return `${time}  version ${lastVersion} rolled back to ${restored}: ${words}  ${by}`;
  const numbers = count === 1 ? `version ${lastVersion}` : `${count} versions, ${firstVersion} to ${lastVersion}`;
  // A whole report counts as no cells.
  const changed = cells === 0 ? '' : `  ${cells === 1 ? '1 cell' : `${cells} cells`}`;
  return `${time}  ${numbers}${changed}  ${by}`;
}
