import type { sessions } from '@sheetwire/contract/accounts/own';
import type { Output } from '@sheetwire/contract/call';
import type { IconName } from '#ui/icon.tsx';
import { agentWords } from './agent-words.ts';

/** One browser session or add-in of the caller. */
export type ActiveSession = Output<typeof sessions>['sessions'][number];

/** A session as its row names it. */
export interface SessionWords {
  readonly icon: IconName;
  readonly name: string;
  /** How it signed in, or the add-in's version; empty when that is not known. */
  readonly how: string;
}

const methods: Readonly<Record<string, string>> = {
  password: 'Username and password',
  info: 'Stored login',
  oidc: 'Single sign-on',
  kerberos: 'Windows sign-in',
  proxy: 'Windows sign-in through a proxy',
};

/** What it is and how it signed in, in words. */
export function sessionWords({ kind, method, agent }: ActiveSession, productName: string): SessionWords {
  if (kind === 'addin') {
    const how = agent === '' ? '' : `Version ${agent}`;
    return { icon: 'sheet', name: method === '' ? `${productName} add-in` : `${method} add-in`, how };
  }
  const { text, isPhone } = agentWords(agent);
  return { icon: isPhone ? 'phone' : 'screen', name: text, how: methods[method] ?? method };
}
