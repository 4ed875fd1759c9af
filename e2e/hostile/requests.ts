import { addresses } from './addresses-requests.ts';
import { bodies } from './bodies-requests.ts';
import { lines } from './lines-requests.ts';
import { publishing } from './publishing-requests.ts';
import type { HostileRequest } from './request-makers.ts';
import { viewing } from './viewing-requests.ts';

/** Every hostile request. */
export const hostileRequests: readonly HostileRequest[] = [
  ...bodies,
  ...publishing,
  ...viewing,
  ...addresses,
  ...lines,
];
