import { join, resolve } from 'node:path';
import { exits } from '@sheetwire/contract/exits';
import { limits } from '@sheetwire/contract/limits';
import { messageOf } from '@sheetwire/server/lib/start-fault';
import { readEnvironment } from '@sheetwire/server/settings/read-environment';
import { makeDataDir } from '@sheetwire/server/storage/data-dir';
import { exitOfFault } from '@sheetwire/server/storage/fault-exit';
import { Stop } from '../../apps/cli/src/exit.ts';
import { ReportPublisher } from '../../apps/cli/src/publish/report-publisher.ts';
import { publishCaller } from '../../apps/cli/src/publish/wire.ts';
import { buildProduct } from '../build.ts';
import { endWithParent, untilSignal } from '../ending.ts';
import { say } from '../steps.ts';
import { type DemoSecrets, demoNames, demoSecrets } from './accounts.ts';
import { DeskFeed } from './desk/desk-feed.ts';
import { pause, publishDesk } from './desk-publisher.ts';
import { publishLimits } from './limits/limits-publisher.ts';
import { PortalProcess } from './portal-process.ts';
import { demoTopic, demoUser, limitsTopic, seedDemo } from './seed.ts';

const DEFAULT_PORT = '8080';

/** The demo: a portal with people, rights and history, and a desk that publishes its workbook each second. */
async function demo(signal: AbortSignal): Promise<number> {
  const env = readEnvironment();
  const dataDir = resolve(env.SHEETWIRE_DATA_DIR || 'data');
  const url = new URL(`http://127.0.0.1:${env.SHEETWIRE_PORT || DEFAULT_PORT}`);
  const isBuilt = await buildProduct({ ifMissing: true, signal });
  if (signal.aborted) return 0;
  if (!isBuilt) return 1;
  makeDataDir(dataDir);
  const secrets = await demoSecrets(dataDir);
  await seedDemo(dataDir, secrets);
  if (signal.aborted) return 0;
  const portal = new PortalProcess({ url, dataDir, superAdmin: demoUser('super'), say });
  const stopped = new AbortController();
  const ending = AbortSignal.any([signal, stopped.signal]);
  void portal.ended.then(() => stopped.abort());
  try {
    if (await portal.isReady(ending)) {
      const desk = { url, dataDir, secrets };
      await Promise.all([publishUntil(ending, desk), answerUntil(ending, desk)]);
    }
  } finally {
    await portal.end();
  }
  const code = await portal.ended;
  if (!signal.aborted) say(`The portal stopped (${code})`);
  return signal.aborted ? 0 : code || 1;
}

interface DemoDesk {
  readonly url: URL;
  readonly dataDir: string;
  readonly secrets: DemoSecrets;
}

function publishUntil(signal: AbortSignal, { url, dataDir, secrets }: DemoDesk): Promise<void> {
  const call = publishCaller(url, { authorization: `Bearer ${secrets.publisherKey}` });
  return publishDesk({
    feed: new DeskFeed(new Date()),
    publisher: new ReportPublisher(call, demoTopic),
    server: url,
    file: join(dataDir, 'rates-daily.xlsx'),
    signal,
    warn: say,
    onFirst: () => {
      for (const name of demoNames) say(`account ${demoUser(name)} password ${secrets.passwords[name]}`);
      say(`ready ${url.origin}`);
    },
  });
}

/** The sheet of limits answers what its interactors set, as long as its publisher may publish it. */
async function answerUntil(signal: AbortSignal, desk: DemoDesk): Promise<void> {
  let said = '';
  while (!signal.aborted) {
    const why = await answer(signal, desk).catch((fault: unknown) =>
      fault instanceof Error ? fault.message : String(fault),
    );
    if (signal.aborted) return;
    if (why !== said) say(`${limitsTopic} is not responding: ${why}; retrying`);
    said = why;
    await pause(limits.publishRetry.most, signal);
  }
}

/** Answers until it is refused or taken over; tells why. */
async function answer(signal: AbortSignal, { url, secrets }: DemoDesk): Promise<string> {
  const call = publishCaller(url, { authorization: `Bearer ${secrets.publisherKey}` });
  const line = await publishLimits({ call, topic: limitsTopic, holdControls: true });
  const stop = () => void line.stop();
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return line.ended;
}

const asked = untilSignal();
endWithParent(limits.parentLook);
try {
  process.exitCode = await demo(asked.signal);
} catch (fault) {
  const exit = fault instanceof Stop ? fault.exit : knownExit(fault);
  if (exit === undefined) throw fault;
  say(messageOf(fault));
  process.exitCode = exit;
}

function knownExit(fault: unknown): number | undefined {
  const name = exitOfFault(fault);
  return name && exits[name];
}
