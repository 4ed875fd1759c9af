import { parseArgs } from 'node:util';
import { type Exit, exits } from '@sheetwire/contract/exits';
import { Stop } from '#exit.ts';
import { askServerSide, endAs } from '#server-side.ts';
import type { Terminal } from '#terminal.ts';

/** Makes and changes users in the store that the settings name, or through the server that holds it (interfaces 1). */
export async function user(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const command = await commandOf(args, terminal);
  return endAs(await askServerSide('user', terminal, JSON.stringify(command)), terminal);
}

async function commandOf([action, ...rest]: readonly string[], terminal: Terminal): Promise<Record<string, unknown>> {
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      'password-stdin': { type: 'boolean' },
      'block-admin': { type: 'string' },
      'can-change-email': { type: 'string' },
      'deep-log': { type: 'string' },
      disabled: { type: 'string' },
    },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new Stop(exits.usage, 'Specify one user as ENTITY/name');
  const password = values['password-stdin'] ? { password: await terminal.readStdin() } : {};
  switch (action ?? '') {
    case 'add':
      if (values.email === undefined) throw new Stop(exits.usage, 'Specify the email address with --email');
      return { command: 'add', user: name, email: values.email, ...password };
    case 'set-password':
      if (!values['password-stdin'])
        throw new Stop(exits.usage, 'Pass the password on standard input with --password-stdin');
      return { command: 'set-password', user: name, ...password };
    case 'set':
      return {
        command: 'set',
        user: name,
        blockAdminPage: onOff('block-admin', values['block-admin']),
        canChangeEmail: onOff('can-change-email', values['can-change-email']),
        deepLog: onOff('deep-log', values['deep-log']),
        disabled: onOff('disabled', values.disabled),
      };
    case 'sign-out':
      return { command: 'sign-out', user: name };
    default:
      throw new Stop(exits.usage, 'Use user add, user set-password, user set or user sign-out');
  }
}

function onOff(option: string, value: string | undefined): boolean | undefined {
  if (value === undefined || value === 'on' || value === 'off') return value === undefined ? undefined : value === 'on';
  throw new Stop(exits.usage, `--${option} must be on or off`);
}
