import type { Generated } from 'kysely';

/** A gropic that is no longer administered keeps its row, so that its version never starts anew. */
export interface GropicTable {
  gropic: string;
  is_administered: number;
  version: number;
}

export interface PermTable {
  gropic: string;
  role: string;
  principal: string;
  place: number;
}

export interface UserGroupTable {
  name: string;
  is_directory: number;
  /** By the store's clock; 0 is not known. */
  made_at: number;
  /** Grows with every change of its members. */
  version: Generated<number>;
}

export interface GroupMemberTable {
  name: string;
  member: string;
  place: number;
}

export interface AuditTable {
  id: Generated<number>;
  at: number;
  actor: string;
  action: string;
  object: string;
  before: string;
  after: string;
  address: string;
}
