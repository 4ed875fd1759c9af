import * as admin from '@sheetwire/contract/admin';
import * as audit from '@sheetwire/contract/audit';
import type { Call } from '@sheetwire/contract/call';
import * as publish from '@sheetwire/contract/publish';
import * as recoversettings from '@sheetwire/contract/recoversettings';
import * as reports from '@sheetwire/contract/reports';
import * as usergroups from '@sheetwire/contract/usergroups';
import * as users from '@sheetwire/contract/users';

/** Calls that answer 501 until they are built; a call that is neither here nor routed stops the start. */
export const notBuilt: readonly Call[] = [
  admin.assumeAdmin,
  admin.adminDetails,
  admin.getUsers,
  admin.snapshotSettings,
  admin.captureSnapshot,
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
  usergroups.userGroupsDetails,
  usergroups.getUserGroup,
  usergroups.createUserGroup,
  usergroups.removeUserGroup,
  usergroups.updateUserGroup,
  users.usersDetails,
  users.getUser,
  users.getAdUser,
  users.createUser,
  users.updateUser,
  users.sendPasswordResetEmail,
  users.removeUser,
  users.setSwitches,
  users.endUserSessions,
];
