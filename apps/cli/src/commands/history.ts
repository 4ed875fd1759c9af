import { parseArgs } from 'node:util';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { publishRelease, publishRollback, publishTag } from '@sheetwire/contract/publishing/history';
import { Stop } from '#exit.ts';
import { callPortal, reportOf, versionOf } from '#publish/call-portal.ts';
import { destinationFlags } from '#publish/options.ts';
import type { Terminal } from '#terminal.ts';

const text = { type: 'string' } as const;

/** Gives a version a tag, or takes its tag away (time 7). */
export async function tag(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const { values, positionals } = parseArgs({ args: [...args], options: destinationFlags, allowPositionals: true });
  const [name, number, words, ...more] = positionals;
  const [topic, version] = [reportOf(name), versionOf(number)];
  if (words === undefined) throw new Stop(exits.usage, 'Specify the tag; "" removes it');
  if (more.length > 0) throw new Stop(exits.usage, 'Put a tag of several words in quotation marks');
  const { changed } = await callPortal(publishTag, { topic, version, tag: words }, { values, terminal });
  const done = words === '' ? 'no longer has a tag' : `is tagged "${words}" and will be kept`;
  terminal.say(
    changed ? `Version ${version} of ${topic} ${done}` : `Version ${version} of ${topic}: nothing to change`,
  );
  return exits.done;
}

/** Publishes an earlier version again and holds the publisher (time 7). */
export async function rollback(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const options = { ...destinationFlags, reason: text } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { topic, version } = placeOf(positionals);
  const { reason = '' } = values;
  if (reason.trim() === '') throw new Stop(exits.usage, 'Say why with --reason TEXT; viewers can read it');
  const made = await callPortal(publishRollback, { topic, version, reason }, { values, terminal });
  terminal.say(
    made.changed
      ? `Rolled ${topic} back to version ${version}, as version ${made.version}`
      : `${topic} was already rolled back to version ${version}, as version ${made.version}`,
  );
  terminal.warn(`Publishing is on hold. To resume: sheetwire release ${quoted(topic)} ${made.version}`);
  return exits.done;
}

/** Lets the publisher go on after a rollback, or releases a publish that waits for approval (time 4, 5). */
export async function release(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const options = { ...destinationFlags, reason: text } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { topic, version } = placeOf(positionals);
  const reason = values.reason === undefined ? {} : { reason: values.reason };
  const ask = { topic, version, accept: true, ...reason };
  const made = await callPortal(publishRelease, ask, { values, terminal });
  const done = `Released ${version} of ${topic}; viewers see version ${made.version}`;
  terminal.say(made.changed ? done : `${topic} was already released`);
  return exits.done;
}

function placeOf([name, number, ...more]: readonly string[]) {
  const place = { topic: reportOf(name), version: versionOf(number) };
  if (more.length > 0) throw new Stop(exits.usage, `Specify only one version: remove ${more.join(', ')}`);
  return place;
}

/** A name with a space is one word to the shell. */
function quoted(topic: string): string {
  return topic.includes(' ') ? `"${topic}"` : topic;
}
