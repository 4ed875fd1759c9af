import * as groupCalls from '../usergroups.ts';
import * as calls from '../users.ts';
import { changedFlag, common, listId } from './common.ts';
import { describe } from './describe.ts';

const { unauthorized, success, message, user } = common;
const result = { unauthorized, success, message } as const;
const saved = {
  user,
  email:
    'The email address; that of the directory for a directory user. text@is.password makes a password account, with the text as its password.',
  associatedAdUser: 'The directory user it belongs to, as ENTITY/user.name; empty text for an account without one.',
} as const;
const entities = 'The entities that you have, from an earlier response.';

/** Accounts, for super administrators. */
export const users = [
  describe(calls.usersDetails, {
    summary: 'List users',
    description:
      'All users, the users in the directory and the entities. A list is left out when the id you send shows that you already have it.',
    input: { usersId: listId('list of users'), adUsersId: listId('list of directory users'), userEntities: entities },
    output: {
      unauthorized,
      usersChanged: changedFlag('users'),
      users: 'The users, in alphabetical order.',
      'users.name': 'The user, as ENTITY/user.name.',
      'users.isSuperAdmin': 'True for a super administrator.',
      'users.isDisabled': 'True when the account is disabled.',
      usersId: 'The id of this list; send it with the next call.',
      adUsersChanged: changedFlag('directory users'),
      adUsers: 'The users in the directory, as ENTITY/user.name.',
      adUsersId: 'The id of this list; send it with the next call.',
      userEntitiesChanged: changedFlag('entities'),
      userEntities: 'The entities in which users can be created.',
    },
  }),
  describe(calls.getUser, {
    summary: 'Get a user',
    description:
      'Everything about one user. For a password account, the password is shown, and this is recorded in the audit log.',
    input: { user },
    output: {
      unauthorized,
      name: user,
      email: 'The email address; for a password account, the password followed by @is.password.',
      isSuperAdmin: 'True for a super administrator.',
      isSuperAdminViaAd: 'True for a super administrator through a directory group.',
      adUser: 'The directory user it belongs to, as ENTITY/user.name; empty text for none.',
      adUserEmail: 'The email address in the directory; empty text for none.',
      disabledDate: 'The day the account was disabled, as yyyy-mm-dd in UTC; null when it is not.',
      isDisabled: 'True when the account is disabled.',
      blockAdminPage: 'True when the Admin page is closed to the user.',
      canChangeEmail: 'True when the user may change the email address.',
      deepLog: 'True when detailed logging is on for the user.',
      sessions: 'In how many browsers and add-ins the user is logged in.',
      message: 'Why there is nothing to show, or why a password cannot be shown. Absent otherwise.',
    },
  }),
  describe(calls.getAdUser, {
    summary: 'Get a directory user',
    description: 'Looks a user up in the directory.',
    input: { associatedAdUser: 'The directory user, as ENTITY/user.name.' },
    output: {
      unauthorized,
      adUser: 'The directory user, as ENTITY/user.name. Absent when the directory does not have this user.',
      email: 'The email address in the directory; empty text for none.',
      isDisabled: 'True when the directory has disabled the user.',
      message: 'Why there is nothing to show. Absent otherwise.',
    },
  }),
  describe(calls.createUser, {
    summary: 'Create a user',
    description: 'Creates a user and emails them a link to set the password. A password account gets no email.',
    input: saved,
    output: result,
  }),
  describe(calls.updateUser, {
    summary: "Change a user's email address",
    description:
      'Gives a user another email address, password or directory user. If the way to log in changes, all sessions of the user end.',
    input: saved,
    output: result,
  }),
  describe(calls.sendPasswordResetEmail, {
    summary: 'Send a password link to a user',
    description: 'Emails the user a link to set a new password. The current password works until then.',
    input: { user },
    output: result,
  }),
  describe(calls.removeUser, {
    summary: 'Delete a user',
    description:
      "Deletes a user and all the user's rights, sessions and keys. Super administrators and the only admin of a group or report cannot be deleted. The response is empty when the user was deleted.",
    input: { user },
    output: {
      ...result,
      success: 'Not sent by this call.',
      message: 'Why the user was not deleted. Absent when it was.',
    },
  }),
  describe(calls.setSwitches, {
    summary: "Set a user's switches",
    description:
      'Sets what else a user may do. A switch that is omitted stays as it is. The response is empty when they were set.',
    input: {
      user,
      blockAdminPage: 'True to close the Admin page to the user.',
      canChangeEmail: 'True to let the user change the email address.',
      deepLog: 'True to turn detailed logging on for the user.',
    },
    output: { ...result, success: 'Not sent by this call.', message: 'Why nothing was set. Absent when it was.' },
  }),
  describe(calls.endUserSessions, {
    summary: 'Log a user out everywhere',
    description: 'Ends all browser sessions, stored logins and add-in credentials of a user. API keys keep working.',
    input: { user },
    output: result,
  }),
];

const group = 'The user group, as ENTITY/GROUP NAME in capitals.';
const members = 'The users and groups in it, as ENTITY/user.name or ENTITY/GROUP NAME.';
const groupResult = { unauthorized, message: 'Why nothing was changed. Absent when it was done.' } as const;

/** User groups, for super administrators. */
export const userGroups = [
  describe(groupCalls.userGroupsDetails, {
    summary: 'List user groups',
    description:
      'All user groups, everything that can be a member, and the entities. A list is left out when the id you send shows that you already have it.',
    input: {
      principalsId: listId('list of users and groups'),
      userGroupsId: listId('list of user groups'),
      userEntities: entities,
    },
    output: {
      unauthorized,
      principalsChanged: changedFlag('users and groups'),
      principals: 'The users and groups that can be members.',
      principalsId: 'The id of this list; send it with the next call.',
      userGroupsChanged: changedFlag('user groups'),
      userGroups: 'The user groups, as ENTITY/GROUP NAME.',
      directoryGroups: 'Those of them that come from the directory and cannot be changed here.',
      userGroupsId: 'The id of this list; send it with the next call.',
      userEntitiesChanged: changedFlag('entities'),
      userEntities: 'The entities in which groups can be created.',
    },
  }),
  describe(groupCalls.getUserGroup, {
    summary: 'Get a user group',
    description: 'The members of a user group.',
    input: { group },
    output: {
      unauthorized,
      message: 'Why there is nothing to show. Absent otherwise.',
      group,
      members,
      groupId: 'The id of these members, for `updateusergroup/`.',
      isDirectory: 'True when the group comes from the directory and cannot be changed here.',
    },
  }),
  describe(groupCalls.createUserGroup, {
    summary: 'Create a user group',
    description: 'Creates an empty user group. The response is empty when it was created.',
    input: { group },
    output: groupResult,
  }),
  describe(groupCalls.removeUserGroup, {
    summary: 'Delete a user group',
    description:
      'Deletes a user group and removes it from all lists of rights. The response is empty when it was deleted.',
    input: { group },
    output: groupResult,
  }),
  describe(groupCalls.updateUserGroup, {
    summary: 'Set the members of a user group',
    description:
      'Replaces the members. Send `groupId` as last seen: if someone else changed the members in the meantime, nothing is saved and the response has the current ones. A group cannot be its own member, nor can ENTITY/[ALL].',
    input: {
      group,
      members,
      groupId: 'The id of the members that you changed. If omitted, they are replaced whatever they are now.',
    },
    output: {
      ...groupResult,
      stale: 'True when the members changed in the meantime; nothing was saved. Absent otherwise.',
      group,
      members,
      groupId: 'The id of the members as they are now.',
    },
  }),
];
