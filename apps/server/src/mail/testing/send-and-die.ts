import { randomBytes } from 'node:crypto';
import { openStores } from '#storage/open-stores.ts';
import { MailQueue } from '../mail-queue.ts';
import { smtpTransport } from '../smtp-transport.ts';
import { mailTo, secretKey } from './mail-desk.ts';

const [dataDir = '', name = ''] = process.argv.slice(2);
const stores = await openStores({ databaseUrl: '', dataDir });
const transport = smtpTransport({ url: 'smtp://127.0.0.1:9', from: 'reports@acme.example' });
const clock = { now: () => Date.now() };
const chance = { bytes: (count: number) => randomBytes(count) };
await new MailQueue({ transport, stores, chance, clock, secretKey }).send(mailTo(name));
process.kill(process.pid, 'SIGKILL');
