import * as admin from '@sheetwire/contract/admin';
import * as audit from '@sheetwire/contract/audit';
import type { Call } from '@sheetwire/contract/call';
import * as publish from '@sheetwire/contract/publish';
import * as recoversettings from '@sheetwire/contract/recoversettings';
import * as reports from '@sheetwire/contract/reports';

/** Calls that answer 501 until they are built; a call that is neither here nor routed stops the start. */
export const notBuilt: readonly Call[] = [
  admin.assumeAdmin,
  admin.adminDetails,
  admin.getUsers,
  admin.gropicPerms,
  publish.publishLinkedFile,
  publish.publishOpen,
  publish.publishControls,
  publish.publishAck,
  recoversettings.settingsDates,
  recoversettings.recover,
  recoversettings.previewRecovery,
  audit.auditRows,
  audit.auditCsv,
  reports.onControlAction,
];
