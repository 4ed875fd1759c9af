import type { Call, Input, Output } from '@sheetwire/contract/call';
import { exits } from '@sheetwire/contract/exits';
import { parseTopic, type Topic, whyNoTopic } from '@sheetwire/rules/topic';
import { Stop } from '#exit.ts';
import type { Terminal } from '#terminal.ts';
import { bearerFor } from './bearer.ts';
import { faultOf } from './call-fault.ts';
import { publishSecretHeader } from './header-text.ts';
import { readDestination } from './options.ts';
import { publishCaller } from './wire.ts';

/** Where a command calls, as its flags say. */
interface PortalCall {
  readonly values: Parameters<typeof readDestination>[0];
  readonly terminal: Terminal;
}

/** Calls the portal once; a refusal ends the command with its words. */
export async function callPortal<C extends Call>(
  call: C,
  input: Input<C>,
  { values, terminal }: PortalCall,
): Promise<Output<C>> {
  const { env, signal } = terminal;
  const { server, secret: source } = readDestination(values, env);
  const publishSecret = publishSecretHeader(env);
  const bearer = await bearerFor({ server, source, env, terminal, now: Date.now() });
  const caller = publishCaller(server, { authorization: `Bearer ${bearer.value}`, ...publishSecret });
  try {
    return await caller(call, input, { signal });
  } catch (thrown) {
    if (thrown instanceof Stop) throw thrown;
    const fault = faultOf(thrown, server);
    throw fault.kind === 'final' ? fault.stop : new Stop(exits.network, fault.message);
  }
}

/** The report that a command names. */
export function reportOf(name: string | undefined): Topic {
  if (name === undefined) throw new Stop(exits.usage, 'Specify the report as ENTITY/GROUP/REPORT');
  const topic = parseTopic(name);
  if (topic === undefined) throw new Stop(exits.usage, whyNoTopic(name));
  return topic;
}

/** The version that a command names, as `sheetwire versions` lists it. */
export function versionOf(text: string | undefined): number {
  const version = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  if (version < 1) {
    throw new Stop(exits.usage, 'Specify the version as a number; sheetwire versions lists them');
  }
  return version;
}
