import { also, asBoss, asRoot, type Deed, rights, usual } from '../acts.ts';
import { daily, own, team } from '../reads.ts';

/** Rights, groups and who administers. */
export const givenRights: readonly Deed[] = [
  {
    name: 'the right to view is given',
    does: rights(own, also('viewers', 'ACME/plain')),
    shows: [
      'list of plain',
      'report of plain',
      'audience',
      'admin page of the group',
      'explain plain',
      'audit',
      'audit as csv',
    ],
  },
  {
    name: 'the right to view is taken',
    does: rights(own, usual),
    shows: ['list of plain', 'report of plain', 'audience', 'admin page of the group', 'explain plain', 'audit'],
  },
  {
    name: 'the right to publish is given',
    does: rights(own, {
      ...also('viewers', 'ACME/plain'),
      publishers: [...(usual.publishers ?? []), 'ACME/plain'],
    }),
    shows: ['report of plain', 'publishing of plain', 'admin page of the group', 'explain plain'],
  },
  {
    name: 'the right to interact is given',
    does: rights(own, { ...usual, interactors: ['ACME/ann', 'ACME/vic'] }),
    shows: ['report of vic', 'report of plain', 'publishing of plain', 'admin page of the group'],
  },
  {
    name: 'the right to interact is taken',
    does: rights(own, { ...usual, interactors: [] }),
    shows: ['report of vic', 'report of ann', 'desk of ann', 'admin page of the group'],
  },
  {
    name: 'the lists are as before',
    does: rights(own, usual),
    shows: ['report of ann', 'desk of ann', 'admin page of the group'],
  },
  {
    name: 'a group of users is made',
    does: asRoot('admin/usergroups/createusergroup/', { group: team }),
    shows: ['admin page of root', 'users of the team', 'user groups', 'the team', 'recovery of groups', 'audit'],
  },
  {
    name: 'a group is given a right',
    does: rights(own, also('viewers', team)),
    shows: ['admin page of the group', 'recovery of groups', 'audit'],
  },
  {
    name: 'a group gets a member',
    does: asRoot('admin/usergroups/updateusergroup/', { group: team, members: ['ACME/plain', 'ACME/lee'] }),
    shows: [
      'list of plain',
      'list of lee',
      'report of plain',
      'audience',
      'users of the team',
      'explain lee',
      'the team',
    ],
  },
  {
    name: 'a group loses a member',
    does: asRoot('admin/usergroups/updateusergroup/', { group: team, members: ['ACME/lee'] }),
    shows: ['list of plain', 'report of plain', 'audience', 'users of the team', 'explain plain', 'the team'],
  },
  {
    name: 'a group is removed',
    does: asRoot('admin/usergroups/removeusergroup/', { group: team }),
    shows: ['list of lee', 'admin page of the group', 'users of the team', 'explain lee', 'user groups', 'the team'],
  },
  {
    name: 'a report gets lists of its own',
    does: asBoss('admin/assumeadmin/', { gropic: daily }),
    shows: [
      'list of vic',
      'report of vic',
      'report of the bot',
      'report of version 1',
      'versions of vic',
      'cell history',
      'verify',
      'audience',
      'linked file',
      'admin page of the report',
    ],
  },
  {
    name: 'lists of a report are given up',
    does: rights(daily, {}),
    shows: [
      'list of vic',
      'report of vic',
      'report of the bot',
      'report of version 1',
      'versions of vic',
      'cell history',
      'verify',
      'audience',
      'linked file',
      'admin page of the report',
    ],
  },
  {
    name: 'a group of reports is claimed',
    does: (stage) => stage.does('plain', 'admin/assumeadmin/', { gropic: 'ACME/FREE' }),
    shows: [
      'list of plain',
      'notes of plain',
      'versions of the notes',
      'audience of the notes',
      'publishing report of the notes',
      'admin page of the notes',
      'explain plain at the notes',
    ],
  },
  {
    name: 'a group of reports is given up',
    does: rights('ACME/FREE', {}, 'plain'),
    shows: [
      'list of plain',
      'notes of plain',
      'versions of the notes',
      'audience of the notes',
      'publishing report of the notes',
      'admin page of the notes',
      'explain plain at the notes',
    ],
  },
  {
    name: 'an Admin page is blocked',
    does: asRoot('admin/users/setswitches/', { user: 'ACME/boss', blockAdminPage: true }),
    shows: ['account of boss', 'admin page of the group', 'guard', 'retention', 'publishing report of boss'],
  },
  {
    name: 'an Admin page is opened again',
    does: asRoot('admin/users/setswitches/', { user: 'ACME/boss', blockAdminPage: false }),
    shows: ['account of boss', 'admin page of the group', 'guard', 'retention', 'publishing report of boss'],
  },
];
