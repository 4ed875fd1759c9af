import { type Caller, createCaller } from '@sheetwire/client/caller';
import { publishingReports } from '@sheetwire/contract/publishing/calls';
import { type Credential, credentialOf, headersOfSecret, isRejected, readCredential } from './credential.ts';
import type { PaneHost } from './pane-host.ts';

export interface SignInParts {
  readonly host: Pick<PaneHost, 'askSignIn' | 'credential' | 'keepCredential'>;
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** Names this Excel to the portal. */
  readonly instanceId: string;
  /** Heard with every change of who is logged in. */
  readonly onChange: (credential: Credential | undefined) => void;
}

/** Who is logged in here: in memory, and where it is to be remembered in the add-in's storage. Never in a workbook. */
export class SignIn {
  readonly #parts: SignInParts;
  readonly call: Caller;
  #credential: Credential | undefined;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    const { baseUrl, fetch } = parts;
    this.call = createCaller({ baseUrl, fetch, headers: () => this.headers() });
  }

  get credential(): Credential | undefined {
    return this.#credential;
  }

  headers(): Readonly<Record<string, string>> {
    return this.#credential ? headersOfSecret(this.#credential) : {};
  }

  /** What was remembered, whether or not the portal still takes it. */
  async remembered(): Promise<void> {
    const found = readCredential(await this.#parts.host.credential());
    if (found && !this.#credential) this.#is(found);
  }

  /** Logs in with a key or token, once the portal has taken it. */
  async with(given: string, isRemembered: boolean): Promise<void> {
    const { baseUrl, fetch, host, instanceId } = this.#parts;
    const found = await credentialOf(createCaller({ baseUrl, fetch }), given, instanceId);
    const own = createCaller({ baseUrl, fetch, headers: headersOfSecret(found) });
    try {
      await own(publishingReports, { most: 1 });
    } catch (fault) {
      if (isRejected(fault))
        throw new Error('The key is unknown, expired or revoked. Create a new one on the Account page', {
          cause: fault,
        });
      throw fault;
    }
    await host.keepCredential(isRemembered ? JSON.stringify(found) : undefined);
    this.#is(found);
  }

  /** Logs in by the portal's own login; false where its dialog was closed. */
  async byPortal(isRemembered: boolean): Promise<boolean> {
    const token = await this.#parts.host.askSignIn();
    if (token === '') return false;
    await this.with(token, isRemembered);
    return true;
  }

  /** Forgets it here, in memory and storage. */
  async out(): Promise<void> {
    this.#is(undefined);
    await this.#parts.host.keepCredential(undefined);
  }

  #is(credential: Credential | undefined): void {
    this.#credential = credential;
    this.#parts.onChange(credential);
  }
}
