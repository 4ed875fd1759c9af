import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../../../scripts/test/free-port.ts';
import { needsUpgrade, withLine } from './line.ts';

const pace = { connect: 300, answer: 300 };
const never = new AbortController().signal;
const password = 'the password of the reader';
const ca = '-----BEGIN CERTIFICATE-----';

let server: Server | undefined;
const sockets = new Set<Socket>();
let received = '';
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
  received = '';
});

/** A server that answers each message with these bytes, its own message number put in. */
async function answering(reply: (id: number) => Buffer | undefined): Promise<string> {
  const made = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      received += data.toString('latin1');
      const bytes = reply(Buffer.from(data.toString('latin1'), 'latin1')[4] ?? 0);
      if (bytes) socket.write(bytes);
    });
  });
  server = made;
  const port = await freePort();
  made.listen(port, '127.0.0.1');
  await once(made, 'listening');
  return `ldap://127.0.0.1:${port}`;
}

/** An answer to StartTLS. */
const extended = (id: number, code: number) =>
  Buffer.from([0x30, 0x0c, 0x02, 0x01, id, 0x78, 0x07, 0x0a, 0x01, code, 0x04, 0x00, 0x04, 0x00]);

const talk = (url: string, change: { readonly ca?: string } = { ca }, signal = never) =>
  withLine({ url, bindDn: 'cn=reader', bindPassword: password, ca: change.ca }, signal, async () => 'in', pace);

describe('a line to another machine', () => {
  test.each([
    ['ldap://dc1.acme.example', undefined, true],
    ['ldap://10.0.0.1', undefined, true],
    ['ldap://127.0.0.1.acme.example', undefined, true],
    ['ldap://localhost', undefined, false],
    ['ldap://[::1]:389', undefined, false],
    ['ldap://localhost', ca, true],
    ['ldaps://dc1.acme.example', undefined, false],
  ])('%s is encrypted before anything is said', (url, authority, expected) => {
    expect(needsUpgrade({ url, ca: authority })).toBe(expected);
  });

  test('a server without StartTLS is told no password', async () => {
    const url = await answering((id) => extended(id, 2));
    await expect(talk(url)).rejects.toThrow('does not offer StartTLS');
    expect(received).not.toContain(password);
  });

  test('a server that says yes to StartTLS and then goes on in clear is told no password', async () => {
    const url = await answering((id) => extended(id, 0));
    await expect(talk(url)).rejects.toThrow(url);
    expect(received).not.toContain(password);
  });
});

describe('a server that does not answer', () => {
  test('to StartTLS, to the handshake or to the bind is given up', async () => {
    const silent = await answering(() => undefined);
    await expect(talk(silent)).rejects.toThrow('did not answer');
    await expect(talk(silent, {})).rejects.toThrow('did not answer in time');
  });

  test('to the handshake after it promised one is given up', async () => {
    let isFirst = true;
    const url = await answering((id) => {
      const reply = isFirst ? extended(id, 0) : undefined;
      isFirst = false;
      return reply;
    });
    await expect(talk(url)).rejects.toThrow('did not answer StartTLS in time');
  });

  test('is left at once when the portal stops', async () => {
    const url = await answering(() => undefined);
    const stopping = new AbortController();
    const waiting = talk(url, {}, stopping.signal);
    stopping.abort(new Error('the server is stopping'));
    await expect(waiting).rejects.toThrow('the server is stopping');
  });
});
