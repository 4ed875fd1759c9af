import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Output } from '@sheetwire/contract/call';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { type GuardRule, guardRules } from '@sheetwire/contract/guard/rules';
import { limits } from '@sheetwire/contract/limits';
import { publishGuard, publishGuardTest } from '@sheetwire/contract/publishing/for-programs';
import { actionWords, rulesFault, ruleWords } from '@sheetwire/page/guard/rule-words';
import { parseTopic, type Topic, whyNoTopic } from '@sheetwire/rules/topic';
import { Stop } from '#exit.ts';
import { fileWords } from '#file-words.ts';
import { bearerFor } from '#publish/bearer.ts';
import { faultOf } from '#publish/call-fault.ts';
import { destinationFlags, readDestination } from '#publish/options.ts';
import { publishCaller } from '#publish/wire.ts';
import type { Terminal } from '#terminal.ts';

const text = { type: 'string' } as const;
const flags = { ...destinationFlags, rules: text, hours: text, json: { type: 'boolean' } } as const;
type Values = ReturnType<typeof parse>['values'];

/** The rules of a report: shown, set from a file, or rehearsed on the log (time 7). */
export async function guard(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const { values, positionals } = parse(args);
  const isTest = positionals[0] === 'test';
  const topic = topicOf(isTest ? positionals.slice(1) : positionals);
  if (isTest && values.rules === undefined) throw new Stop(exits.usage, 'Specify the rules file with --rules FILE');
  if (!isTest && values.hours !== undefined) throw new Stop(exits.usage, '--hours works only with guard test');
  const rules = values.rules === undefined ? undefined : await rulesIn(values.rules);
  const { server, secret } = readDestination(values, terminal.env);
  const bearer = await bearerFor({ server, source: secret, env: terminal.env, terminal, now: Date.now() });
  const caller = publishCaller(server, { authorization: `Bearer ${bearer.value}` });
  const { signal } = terminal;
  try {
    if (isTest && rules) {
      tellTest(await caller(publishGuardTest, { topic, rules, ...hoursOf(values.hours) }, { signal }), {
        rules,
        values,
        topic,
        terminal,
      });
    } else {
      tellRules(await caller(publishGuard, { topic, ...(rules && { rules }) }, { signal }), {
        values,
        topic,
        terminal,
      });
    }
    return exits.done;
  } catch (thrown) {
    if (thrown instanceof Stop) throw thrown;
    const fault = faultOf(thrown, server);
    throw fault.kind === 'final' ? fault.stop : new Stop(exits.network, fault.message);
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: flags, allowPositionals: true });
}

function topicOf([name, ...more]: readonly string[]): Topic {
  if (name === undefined) throw new Stop(exits.usage, 'Specify the report as ENTITY/GROUP/REPORT');
  if (more.length > 0) throw new Stop(exits.usage, `Specify only one report: remove ${more.join(', ')}`);
  const topic = parseTopic(name);
  if (topic === undefined) throw new Stop(exits.usage, whyNoTopic(name));
  return topic;
}

/** A JSON list of rules, or an object that has one as `rules`. */
async function rulesIn(file: string): Promise<GuardRule[]> {
  const content = await readFile(file, 'utf8').catch((fault: unknown) => {
    throw new Stop(exits.file, `${file} cannot be read: ${fileWords(fault)}`);
  });
  const read = guardRules.safeParse(listIn(content, file));
  if (!read.success) {
    const [issue] = read.error.issues;
    const [place, field] = issue?.path ?? [];
    const where =
      typeof place === 'number' ? `rule ${place + 1}${field === undefined ? '' : `, ${String(field)}`}` : 'the list';
    throw new Stop(exits.file, `${file}: ${where} is not a valid rule; up to ${limits.guard.rules} rules are allowed`);
  }
  const fault = rulesFault(read.data);
  if (fault !== undefined) throw new Stop(exits.file, `${file}: ${fault}`);
  return read.data;
}

function listIn(content: string, file: string): unknown {
  try {
    const value: unknown = JSON.parse(content);
    const isWrapped = typeof value === 'object' && value !== null && 'rules' in value;
    return isWrapped ? value.rules : value;
  } catch {
    throw new Stop(exits.file, `${file} is not JSON`);
  }
}

function hoursOf(value: string | undefined) {
  if (value === undefined) return {};
  const hours = Number(value);
  if (!(hours > 0 && hours <= limits.guard.hours)) {
    throw new Stop(exits.usage, `--hours must be a number up to ${limits.guard.hours}`);
  }
  return { hours };
}

interface Telling {
  readonly values: Values;
  readonly topic: Topic;
  readonly terminal: Terminal;
}

function tellTest(
  answer: Output<typeof publishGuardTest>,
  { rules, values, topic, terminal }: Telling & { readonly rules: readonly GuardRule[] },
): void {
  assertMay(answer, topic);
  if (values.json === true) {
    terminal.say(JSON.stringify(answer));
    return;
  }
  for (const { rule, fired, versions } of answer.results ?? []) {
    const own = rules[rule];
    if (!own) continue;
    terminal.say(`${rule + 1}. ${ruleWords(own)}: ${fired === 0 ? 'never' : fired === 1 ? 'once' : `${fired} times`}`);
    for (const { version, utc, words } of versions) terminal.say(`   ${utc}  version ${version}  ${words}`);
  }
  for (const line of checkedWords(answer)) terminal.warn(line);
}

function checkedWords({ versions: seen = 0, released = 0, isWhole }: Output<typeof publishGuardTest>): string[] {
  const held = `${released === 1 ? '1 more version was' : `${released} more versions were`} held and then released`;
  return [
    `${seen === 1 ? '1 version' : `${seen} versions`} checked`,
    ...(released > 0 ? [held] : []),
    ...(isWhole === false ? ['There were more versions than were checked'] : []),
  ];
}

function tellRules(answer: Output<typeof publishGuard>, { values, topic, terminal }: Telling): void {
  assertMay(answer, topic);
  if (values.json === true) {
    terminal.say(JSON.stringify(answer));
    return;
  }
  const rules = answer.rules ?? [];
  if (rules.length === 0) terminal.say(`${topic} has no rules`);
  for (const [n, rule] of rules.entries()) terminal.say(`${n + 1}. ${ruleWords(rule)}: ${actionWords[rule.action]}`);
  const { held } = answer;
  if (!held) return;
  terminal.warn(`Publish ${held.version} by ${held.by} has been waiting for approval since ${held.sinceUtc}`);
  for (const { words } of held.rules) terminal.warn(`  ${words}`);
}

function assertMay({ unauthorized }: { readonly unauthorized?: boolean | undefined }, topic: Topic): void {
  if (unauthorized) throw new Stop(exits.notAllowed, `You are not an admin of ${topic}`);
}
