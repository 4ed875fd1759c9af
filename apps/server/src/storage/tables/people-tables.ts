/** Which account an identity provider's subject is. */
export interface IdentityLinkTable {
  issuer: string;
  subject: string;
  user_name: string;
  created_at: number;
}

/** What the provider said of a session of single sign-on; the token is a hint for its logout, sealed. */
export interface SsoSessionTable {
  id_hash: string;
  issuer: string;
  subject: string;
  sid: string | null;
  sealed_token: string;
  created_at: number;
}

/** What may be used once, and until when. */
export interface OneTimeTable {
  hash: string;
  purpose: string;
  payload: string;
  expires_at: number;
}

/** A license seat that is held, or a place in the line for one. */
export interface SeatTable {
  user_name: string;
  is_held: number;
  since: number;
  seen_at: number;
}

export interface WaitingMailTable {
  id: string;
  sealed: string;
  created_at: number;
  next_at: number;
  tries: number;
}

export interface AccountTable {
  name: string;
  short_name: string;
  email: string;
  email_key: string;
  password_hash: string | null;
  ad_user: string | null;
  block_admin_page: number;
  can_change_email: number;
  deep_log: number;
  disabled_at: number | null;
  recent_reports: string;
  created_at: number;
}

/** A name that accounts had which are gone. */
export interface FormerAccountTable {
  name: string;
  /** Epoch ms: an account of the name that is there since before is the first of it. */
  first_until: number;
  /** No account of the name that went was there since later. */
  last_at: number;
}

export interface SessionTable {
  id_hash: string;
  user_name: string;
  method: string;
  family: string | null;
  created_at: number;
  seen_at: number;
  address: string;
  agent: string;
}

export interface StoredInfoTable {
  family: string;
  user_name: string;
  current_hash: string;
  previous_hash: string | null;
  sealed_successor: string | null;
  rotated_at: number;
  created_at: number;
}

export interface TokenTable {
  hash: string;
  user_name: string;
  app: string;
  created_at: number;
  expires_at: number;
}

export interface BearerTable {
  hash: string;
  id: string;
  user_name: string;
  kind: string;
  name: string;
  token_hash: string | null;
  instance_id: string | null;
  version: string | null;
  address: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
}

export interface EmailKeyTable {
  hash: string;
  user_name: string;
  purpose: string;
  payload: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface ThrottleTable {
  key: string;
  failures: number;
  started_at: number;
}
