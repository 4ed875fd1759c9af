import * as users from '../../users.ts';
import { type Example, example } from '../example.ts';

/** A super administrator creates a user, changes it and deletes it. */
export const accountsOfOthers: readonly Example[] = [
  example(users.usersDetails, {
    title: 'Everything, for a first call',
    by: 'super',
    body: {
      usersId: '',
      adUsersId: '',
      userEntities: [],
    },
    answer: {
      usersChanged: true,
      users: [
        {
          name: 'ACME/ann.admin',
          isSuperAdmin: false,
          isDisabled: false,
        },
        {
          name: 'ACME/feed',
          isSuperAdmin: false,
          isDisabled: false,
        },
        {
          name: 'ACME/jane.doe',
          isSuperAdmin: false,
          isDisabled: false,
        },
        {
          name: 'ACME/ken.lee',
          isSuperAdmin: false,
          isDisabled: false,
        },
        {
          name: 'ACME/sam.super',
          isSuperAdmin: true,
          isDisabled: false,
        },
      ],
      usersId: 'nnLE_GcyfxGljanS2FtqQ9',
      adUsersChanged: true,
      adUsers: [],
      adUsersId: 'z-HObEebVXR1lMNyS_kkld',
      userEntitiesChanged: true,
      userEntities: ['ACME'],
    },
  }),
  example(users.getAdUser, {
    title: 'A portal without a directory',
    by: 'super',
    body: {
      associatedAdUser: 'ACME/max.moss',
    },
    answer: {
      message: 'User not found in the directory',
    },
  }),
  example(users.createUser, {
    title: 'A user who sets a password by email',
    by: 'super',
    body: {
      user: 'ACME/max.moss',
      email: 'max.moss@acme.example',
      associatedAdUser: '',
    },
    answer: {
      success: true,
      message: 'ACME/max.moss was added; an email with a link to set the password is queued for max.moss@acme.example',
    },
  }),
  example(users.getUser, {
    title: 'A user',
    by: 'super',
    body: {
      user: 'ACME/max.moss',
    },
    answer: {
      name: 'ACME/max.moss',
      email: 'max.moss@acme.example',
      isSuperAdmin: false,
      isSuperAdminViaAd: false,
      adUser: '',
      adUserEmail: '',
      disabledDate: null,
      isDisabled: false,
      blockAdminPage: false,
      canChangeEmail: true,
      deepLog: false,
      sessions: 0,
    },
  }),
  example(users.updateUser, {
    title: 'Another email address',
    by: 'super',
    body: {
      user: 'ACME/max.moss',
      email: 'max@acme.example',
      associatedAdUser: '',
    },
    answer: {
      success: true,
      message: 'ACME/max.moss was saved',
    },
  }),
  example(users.setSwitches, {
    title: 'No Admin page; the user may change the email address',
    by: 'super',
    body: {
      user: 'ACME/max.moss',
      blockAdminPage: true,
      canChangeEmail: true,
    },
    answer: {},
  }),
  example(users.sendPasswordResetEmail, {
    title: 'A link by email',
    by: 'super',
    body: {
      user: 'ACME/max.moss',
    },
    answer: {
      success: true,
      message: 'An email with a link to set the password is queued for max@acme.example',
    },
  }),
  example(users.endUserSessions, {
    title: 'Out everywhere',
    by: 'super',
    body: {
      user: 'ACME/max.moss',
    },
    answer: {
      success: true,
      message: 'ACME/max.moss is logged out everywhere',
    },
  }),
  example(users.removeUser, {
    title: 'Delete',
    by: 'super',
    body: {
      user: 'ACME/max.moss',
    },
    answer: {},
  }),
];
