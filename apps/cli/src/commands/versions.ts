import { parseArgs } from 'node:util';
import type { Output } from '@sheetwire/contract/call';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { versions as call } from '@sheetwire/contract/reports';
import { parseTopic, whyNoTopic } from '@sheetwire/rules/topic';
import { Stop } from '#exit.ts';
import { bearerFor } from '#publish/bearer.ts';
import { faultOf } from '#publish/call-fault.ts';
import { destinationFlags, readDestination } from '#publish/options.ts';
import { publishCaller } from '#publish/wire.ts';
import type { Terminal } from '#terminal.ts';

const text = { type: 'string' } as const;
const flags = { ...destinationFlags, from: text, to: text, most: text, json: { type: 'boolean' } } as const;

/** When a report changed, how much and by whom, a line for each entry (time 7). */
export async function versions(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true });
  const [name, ...more] = positionals;
  if (name === undefined) throw new Stop(exits.usage, 'Specify the report as ENTITY/GROUP/REPORT');
  if (more.length > 0) throw new Stop(exits.usage, `Name one report: remove ${more.join(', ')}`);
  const topic = parseTopic(name);
  if (topic === undefined) throw new Stop(exits.usage, whyNoTopic(name));
  const { env, signal } = terminal;
  const { server, secret } = readDestination(values, env);
  const ask = { topic, ...timeOf('from', values.from), ...timeOf('to', values.to), ...mostOf(values.most) };
  const bearer = await bearerFor({ server, source: secret, env, terminal, now: Date.now() });
  const caller = publishCaller(server, { authorization: `Bearer ${bearer.value}` });
  try {
    tell(await caller(call, ask, { signal }), { topic, isJson: values.json === true }, terminal);
    return exits.done;
  } catch (thrown) {
    if (thrown instanceof Stop) throw thrown;
    const fault = faultOf(thrown, server);
    throw fault.kind === 'final' ? fault.stop : new Stop(exits.network, fault.message);
  }
}

function timeOf(name: 'from' | 'to', value: string | undefined) {
  if (value === undefined) return {};
  const at = Date.parse(value);
  if (Number.isNaN(at)) throw new Stop(exits.usage, `--${name} must be a time such as 2026-11-23T14:32:05Z`);
  return { [name]: new Date(at).toISOString() };
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
    throw new Stop(exits.notAllowed, `${topic} has no versions, or you may not view it`);
  }
  for (const bucket of answer.buckets) terminal.say(lineOf(bucket));
  terminal.warn(`Versions are kept since ${answer.oldestUtc}`);
}

type Bucket = Output<typeof call>['buckets'][number];

function lineOf({ from, to, kind, firstVersion, lastVersion, versions: count, cells, by }: Bucket): string {
  const time = from === to ? from : `${from} to ${to}`;
  if (kind === 'silence') return `${time}  nothing published`;
  if (kind === 'held') return `${time}  publish ${lastVersion} waits for approval  ${by}`;
  if (kind === 'snapshot') return `${time}  snapshot of version ${lastVersion}`;
  const numbers = count === 1 ? `version ${lastVersion}` : `${count} versions, ${firstVersion} to ${lastVersion}`;
  return `${time}  ${numbers}  ${cells === 1 ? '1 cell' : `${cells} cells`}  ${by}`;
}
