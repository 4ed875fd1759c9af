import * as usergroups from '../../usergroups.ts';
import { type Example, example } from '../example.ts';

/** A user group comes and goes. */
export const groups: readonly Example[] = [
  example(usergroups.createUserGroup, {
    title: 'A new group',
    by: 'super',
    body: {
      group: 'ACME/CLOSE TEAM',
    },
    answer: {},
  }),
  example(usergroups.updateUserGroup, {
    title: 'Its first members',
    by: 'super',
    body: {
      group: 'ACME/CLOSE TEAM',
      members: ['ACME/RISK TEAM', 'ACME/jane.doe'],
    },
    answer: {
      group: 'ACME/CLOSE TEAM',
      members: ['ACME/RISK TEAM', 'ACME/jane.doe'],
      groupId: 'IK-bDwN0C9505_uHfdYL8x',
    },
  }),
  example(usergroups.getUserGroup, {
    title: 'Its members',
    by: 'super',
    body: {
      group: 'ACME/CLOSE TEAM',
    },
    answer: {
      group: 'ACME/CLOSE TEAM',
      members: ['ACME/RISK TEAM', 'ACME/jane.doe'],
      groupId: 'IK-bDwN0C9505_uHfdYL8x',
      isDirectory: false,
    },
  }),
  example(usergroups.userGroupsDetails, {
    title: 'Everything, for a first call',
    by: 'super',
    body: {
      principalsId: '',
      userGroupsId: '',
      userEntities: [],
    },
    answer: {
      principalsChanged: true,
      principals: [
        'ACME/CLOSE TEAM',
        'ACME/RISK TEAM',
        'ACME/[ALL]',
        'ACME/ann.admin',
        'ACME/feed',
        'ACME/jane.doe',
        'ACME/ken.lee',
        'ACME/sam.super',
      ],
      principalsId: 'ohgeMCmuc3SUqwBdvDCew3',
      userGroupsChanged: true,
      userGroups: ['ACME/CLOSE TEAM', 'ACME/RISK TEAM'],
      directoryGroups: [],
      userGroupsId: 'GdGzL7SHUYRo8L9W-y8ZXJ',
      userEntitiesChanged: true,
      userEntities: ['ACME'],
    },
  }),
  example(usergroups.removeUserGroup, {
    title: 'Delete',
    by: 'super',
    body: {
      group: 'ACME/CLOSE TEAM',
    },
    answer: {},
  }),
];
