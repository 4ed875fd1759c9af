import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '@sheetwire/contract/call';
import type { Caller, Example } from '@sheetwire/contract/described/example';
import { curlOf } from '#http/openapi/curl.ts';
import { publisherOf } from '../publisher.ts';
import { listen } from '../stream-client.ts';
import { browser, startTestApp, type TestApp } from '../test-app.ts';
import { CommandLine } from './command-line.ts';
import { ToldChance } from './told-chance.ts';

const password = 'correct horse battery';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const chrome = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const day = 86_400_000;
const minutes = 300_000;
/** Who is not signed in yet uses the browser of the viewer. */
const places: Readonly<Record<Caller, string>> = {
  nobody: 'viewer',
  viewer: 'viewer',
  key: 'program',
  admin: 'admin',
  super: 'super',
};

/** A portal in which the examples of the calls come true, one after the other. */
export interface Story {
  readonly server: TestApp;
  readonly base: string;
  /** Sends an example as its command stands; answers what it prints. */
  send(example: Example): Promise<string>;
  close(): Promise<void>;
}

/** A portal on a Monday morning: a group of reports, its people, and a program that has a key. */
export async function openStory(): Promise<Story> {
  const chance = new ToldChance();
  const settings = { SHEETWIRE_SUPER_ADMINS: 'ACME/sam.super', SHEETWIRE_INSECURE_HTTP: '1' };
  const server = await startTestApp(settings, { chance, secretKey: Buffer.alloc(32, 7) });
  const key = await seed(server);
  const base = await listen(server);
  const folder = await mkdtemp(join(tmpdir(), 'sheetwire-story-'));
  const lines = new Map<string, CommandLine>();
  for (const place of new Set(Object.values(places))) {
    lines.set(place, await CommandLine.open(folder, place, { SHEETWIRE: base, KEY: key }));
  }
  const lineOf = (by: Caller) => {
    const line = lines.get(places[by]);
    if (!line) throw new Error(`${by} has no place`);
    return line;
  };
  await lineOf('admin').run(signIn('ACME/ann.admin', chrome, 'at-home.txt'));
  server.clock.move(minutes);
  await lineOf('admin').run(signIn('ACME/ann.admin', firefox));
  await lineOf('super').run(signIn('ACME/sam.super', firefox));
  const sent = new Map<Call, number>();
  return {
    server,
    base,
    async send(example) {
      const number = (sent.get(example.call) ?? 0) + 1;
      sent.set(example.call, number);
      chance.tell(`${example.call.path} ${number}`);
      const route = server.app.routes.find(({ call }) => call === example.call);
      if (!route) throw new Error(`No route serves ${example.call.path}`);
      const command = curlOf(example, route.options);
      const isStream = example.call.path.endsWith('/stream/');
      const line = lineOf(example.by);
      const answer = await (isStream ? line.begin(command, String(example.answer).length) : line.run(command));
      await server.mails();
      return answer;
    },
    async close() {
      await Promise.all([...lines.values()].map((line) => line.close()));
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function signIn(user: string, agent: string, cookies = 'cookies.txt'): string {
  const from = `-A '${agent}' -c ${cookies} -H "Origin: $SHEETWIRE"`;
  const body = `-H 'Content-Type: application/json' -d '${JSON.stringify({ user, password })}'`;
  return `curl -sS --fail-with-body "$SHEETWIRE/api/v1/accounts/login/" ${from} ${body}`;
}

/** Made on Saturday, so that there is a copy of the settings to go back to; answers the program's key. */
async function seed(server: TestApp): Promise<string> {
  for (const name of ['sam.super', 'ann.admin', 'jane.doe', 'ken.lee']) {
    await server.addUser(`ACME/${name}`, password, { email: `${name}@acme.example` });
  }
  const { key } = await publisherOf(server, 'ACME/feed');
  const [sam, ann] = [browser(server), browser(server)];
  await sam.call('accounts/login/', { user: 'ACME/sam.super', password });
  await ann.call('accounts/login/', { user: 'ACME/ann.admin', password });
  await sam.call('admin/usergroups/createusergroup/', { group: 'ACME/RISK TEAM' });
  await sam.call('admin/usergroups/updateusergroup/', { group: 'ACME/RISK TEAM', members: ['ACME/ken.lee'] });
  await ann.call('admin/assumeadmin/', { gropic: 'ACME/RATES' });
  await ann.call('admin/gropicperms/', {
    gropic: 'ACME/RATES',
    viewers: ['ACME/RISK TEAM', 'ACME/feed', 'ACME/jane.doe'],
    publishers: ['ACME/feed'],
    interactors: ['ACME/jane.doe'],
    admins: ['ACME/ann.admin'],
  });
  for (const web of [sam, ann]) await web.call('accounts/logout/', {});
  server.clock.move(2 * day - minutes);
  await server.stores.settingsBackups.keepDay();
  return key;
}
