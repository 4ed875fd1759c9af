import { limits } from '@sheetwire/contract/limits';
import { expect, test } from 'vitest';
import { GssKerberos } from './kerberos-port.ts';

/** A library that answers once it is let. */
function library() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = {
    contextComplete: true,
    username: 'alice@ACME.TEST',
    targetName: 'HTTP/localhost@ACME.TEST',
    response: '',
    async step() {
      await promise;
      return '';
    },
  };
  return { kerberos: new GssKerberos({ initializeServer: async () => server } as never), letGo: resolve };
}

const codeOf = (fault: unknown) => (fault instanceof Error && 'code' in fault ? fault.code : fault);

test('a network that sends ever new tickets keeps nobody else from signing in', async () => {
  const { kerberos, letGo } = library();
  const token = Buffer.from('ticket');
  const room = limits.windows.atOnce + limits.windows.waiting;
  const sent = 2 * room;
  const flood = Array.from({ length: sent }, () => kerberos.accept(token, '10.0.0.66').catch(codeOf));
  const other = kerberos.accept(token, '10.0.0.7');
  letGo();
  expect(await other).toMatchObject({ principal: 'alice@ACME.TEST', answerToken: undefined });
  const answers = await Promise.all(flood);
  // The last of those who waited made room.
  expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(sent - room + 1);
});
