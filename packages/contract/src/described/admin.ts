import * as calls from '../admin.ts';
import { changedFlag, common, listId } from './common.ts';
import { describe } from './describe.ts';

const list = 'users and groups, as ENTITY/user.name or ENTITY/GROUP NAME; ENTITY/[ALL] is everyone in an entity.';
const lists = {
  viewers: `Who may view: ${list}`,
  publishers: `Who may publish: ${list} They must be viewers too.`,
  interactors: `Who may use controls: ${list} They must be viewers too.`,
  admins: `Who may change these lists: ${list}`,
} as const;
const perms = {
  gropicPerms: 'The lists of rights of the group or report.',
  'gropicPerms.gropic': common.gropic,
  'gropicPerms.viewers': lists.viewers,
  'gropicPerms.publishers': lists.publishers,
  'gropicPerms.interactors': lists.interactors,
  'gropicPerms.admins': lists.admins,
  gropicPermsId: 'The id of these lists; send it with the next call.',
} as const;
const held = (above: string) => `True when the user may ${above}.`;
const snapshot = {
  captureDailySnapshot: 'True when a snapshot is taken each day.',
  snapshotTime: 'The time of day of the snapshot, HH:MM at the location.',
  snapshotTimeLocation: 'The location whose clock is used, such as Chicago.',
  backdateSnapshot: 'True when a snapshot gets the date of the previous weekday.',
} as const;

/** Rights and snapshots of groups and reports. */
export const admin = [
  describe(calls.assumeAdmin, {
    summary: 'Become admin of a group or report',
    description:
      'Makes the caller the only admin of a group or report that no one administers, and empties its other lists: add its viewers and publishers again. A group or report that has admins is left as it is, and the response names them.',
    input: { gropic: common.gropic },
    output: {
      unauthorized: 'True when you did not become admin; nothing was changed. Absent when you did.',
      reason: 'Why not, as a sentence to show. Absent when you did.',
      currAdmins: 'The current admins, as far as you may see them. Absent when you became admin.',
    },
    refusals: {
      too_many:
        'You became admin of 60 groups and reports within 10 minutes. Retry-After says how many seconds to wait.',
    },
  }),
  describe(calls.adminDetails, {
    summary: 'Get what the Admin page shows',
    description:
      'The groups and reports that the caller administers, the users and groups that can be given rights, and the rights and snapshot settings of one selected group or report. A list is left out when the id you send shows that you already have it.',
    input: {
      principalsId: listId('list of users and groups'),
      numAdmined: 'How many groups and reports your list has; 0 at first.',
      asSuperAdmin: 'True to list everything that has admins, for super administrators. Others always get their own.',
      selectedGropic: 'The group or report to show; empty text for none.',
      gropicPermsId: 'The id of the lists of rights that you have; empty text at first.',
      principalToAdd: 'A user or group whose members you want; empty text for none.',
      returnTzLocations: 'True to get the locations whose clocks snapshots can use.',
    },
    output: {
      unauthorized: common.unauthorized,
      tzLocations: 'The locations whose clocks snapshots can use. Only when asked for.',
      defaultTzLocation: 'The location that is preselected. Only when asked for.',
      principalsChanged: changedFlag('users and groups'),
      principals: 'The users and groups that can be given rights.',
      principalsId: 'The id of this list; send it with the next call.',
      adminedChanged: changedFlag('groups and reports you administer'),
      admined: 'The groups and reports that you administer.',
      gropic: 'The selected group or report.',
      ...snapshot,
      ...perms,
      gropicPermsChanged: changedFlag('lists of rights'),
      viewersAllUsers: 'Every user who may view, including those in groups.',
      publishersAllUsers: 'Every user who may publish, including those in groups.',
      interactorsAllUsers: 'Every user who may use controls, including those in groups.',
      adminsAllUsers: 'Every user who may change the lists, including those in groups.',
      principalToAdd: 'The user or group that you asked about.',
      principalToAddAllUsers: 'Every user in it, including those in nested groups.',
      claimRefusal: 'Why you cannot become admin of anything new. Absent when you can.',
    },
  }),
  describe(calls.getUsers, {
    summary: 'List the users in groups',
    description: 'Every user in a group and in any further groups, including those in nested groups. For admins.',
    input: {
      principal: 'A group, as ENTITY/GROUP NAME; a user has no members.',
      principalGroups: 'More groups to list.',
      gropic: 'A group or report that you administer. If omitted, any of them will do.',
    },
    output: {
      unauthorized: common.unauthorized,
      principal: 'The group that you asked about.',
      gropic: 'The group or report that you named; empty text when you named none.',
      allUsersByGroup: 'The users of each group, by the name of the group.',
    },
  }),
  describe(calls.snapshotSettings, {
    summary: 'Set the daily snapshot',
    rules: ['semantics 6'],
    description:
      'Turns the daily snapshot of a group or report on or off. A setting of a report overrides the one of its group. The response is empty when the setting was saved.',
    input: {
      captureSnapshot: 'True to take a snapshot each day, false to take none.',
      gropic: common.gropic,
      rollTime: 'The time of day, HH:MM at the location. Anything else means 23:59.',
      rollTimeLocation: 'The location whose clock is used, from `tzLocations` of `admindetails/`.',
      backdate: 'True to give a snapshot the date of the previous weekday.',
    },
    output: { unauthorized: common.unauthorized, message: 'Why it was not saved. Absent when it was.' },
    refusals: {
      too_many:
        'You changed rights or snapshot settings 1,200 times within 10 minutes. Retry-After says how many seconds to wait.',
    },
  }),
  describe(calls.captureSnapshot, {
    summary: 'Take a snapshot now',
    rules: ['semantics 6'],
    description: "Keeps the report as it is now under today's date. It replaces a snapshot of the same date.",
    input: {
      topic: 'The live report, as ENTITY/GROUP/REPORT.',
      location: 'The location whose date is used, from `tzLocations` of `admindetails/`.',
      backdate: 'True to give the snapshot the date of the previous weekday.',
    },
    output: {
      unauthorized: common.unauthorized,
      topic: 'The report that you named.',
      success: 'True when the snapshot was taken.',
      message: 'The date it was taken for, or why it was not taken.',
    },
  }),
  describe(calls.gropicPerms, {
    summary: 'Set who may view, publish and administer',
    description:
      'Replaces the lists of rights of a group or report that you administer. Send `gropicPermsId` as last seen: if someone else changed the lists in the meantime, nothing is saved and the response has the current ones. The last admin stays while anyone may view or publish.',
    input: {
      gropic: common.gropic,
      ...lists,
      gropicPermsId: 'The id of the lists that you changed. If omitted, the lists are replaced whatever they are now.',
    },
    output: {
      unauthorized: common.unauthorized,
      stale: 'True when the lists changed in the meantime; nothing was saved. Absent otherwise.',
      message: 'Why the lists were not saved. Absent when they were.',
      ...perms,
    },
    refusals: {
      too_many:
        'You changed rights or snapshot settings 1,200 times within 10 minutes. Retry-After says how many seconds to wait.',
    },
  }),
  describe(calls.explain, {
    summary: "Check a user's access",
    description:
      'Says what a user may do with a group or report and why: which lists decide, and which entries give the rights. For its admins.',
    input: { user: common.user, gropic: common.gropic },
    output: {
      unauthorized: common.unauthorized,
      user: common.user,
      gropic: common.gropic,
      isKnown: 'True when the account exists and you may know of it.',
      isDisabled: 'True when the account is disabled.',
      decidedBy:
        'Whose lists decide: report for its own, group for those of its group, none when no one administers it.',
      decidingGropic: 'The group or report whose lists decide. Absent when no one administers it.',
      rights: 'What the user may do.',
      'rights.view': held('view'),
      'rights.publish': held('publish'),
      'rights.interact': held('use controls'),
      'rights.administer': held('change rights'),
      reasons: 'Why, for each right, as a sentence to show.',
      'reasons.view': 'Why the user may or may not view.',
      'reasons.publish': 'Why the user may or may not publish.',
      'reasons.interact': 'Why the user may or may not use controls.',
      'reasons.administer': 'Why the user may or may not change rights.',
      grants: 'Each entry of the deciding lists that covers the user.',
      'grants.list': 'The list: viewers, publishers, interactors or admins.',
      'grants.principal': 'The entry: the user, or a group.',
      'grants.path': 'The path from the user through groups to the entry.',
      'grants.withoutGrant': 'What the user could do without this entry.',
      'grants.withoutGrant.view': held('view without it'),
      'grants.withoutGrant.publish': held('publish without it'),
      'grants.withoutGrant.interact': held('use controls without it'),
      'grants.withoutGrant.administer': held('change rights without it'),
      groupWouldGive:
        'What the lists of the group would give, when those of the report override them. Absent otherwise.',
      'groupWouldGive.view': held('view by the lists of the group'),
      'groupWouldGive.publish': held('publish by the lists of the group'),
      'groupWouldGive.interact': held('use controls by the lists of the group'),
      'groupWouldGive.administer': held('change rights by the lists of the group'),
    },
  }),
];
