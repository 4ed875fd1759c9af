import type { Addressee } from '@sheetwire/rules/addressee';
import type { User } from '@sheetwire/rules/principal';
import type { SignInMethod } from '#ports/sessions.ts';

/** Who calls, by the server's own record; nothing in it comes from the body (safety 2). */
export interface Actor {
  readonly user: User;
  /** Whose private pages they receive. */
  readonly addressee: Addressee;
  readonly kind: 'session' | 'credential' | 'apikey';
  /** How the browser signed in, null for a bearer. */
  readonly method: SignInMethod | null;
  readonly isSuperAdmin: boolean;
  readonly blockAdminPage: boolean;
  readonly deepLog: boolean;
  /** False when no license seat is free; API keys and super admins need none (interfaces 9). */
  readonly hasLicense: boolean;
  /** The add-in's version, null in a browser and for an API key. */
  readonly addinVersion: string | null;
  /** The id of the credential or API key, null in a browser. */
  readonly bearerId: string | null;
  /** SHA-256 of the session id, null for a bearer. */
  readonly sessionHash: string | null;
  /** SHA-256 of the session id or bearer: what an ended line is known by. */
  readonly lineHash: string;
}
