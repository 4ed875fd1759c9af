import * as calls from '@sheetwire/contract/audit';
import { on, onRaw, type Route } from '#http/route.ts';
import { auditCsv } from './audit-csv.ts';
import type { AuditDeps } from './audit-deps.ts';
import { auditRows } from './audit-rows.ts';

/** The audit log as super administrators read it (semantics 8). */
export function auditRoutes(deps: AuditDeps): Route[] {
  return [
    on(calls.auditRows, 'super', (input) => auditRows(deps, input)),
    onRaw(calls.auditCsv, 'super', (input, request, wire) => auditCsv(deps, input, { request, wire })),
  ];
}
