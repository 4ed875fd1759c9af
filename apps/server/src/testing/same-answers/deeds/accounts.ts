import { expect } from 'vitest';
import { asRoot, command, type Deed } from '../acts.ts';
import { daily, free } from '../reads.ts';

/** Users, sessions, tokens and settings of accounts. */
export const accounts: readonly Deed[] = [
  {
    name: 'a user is made',
    does: asRoot('admin/users/createuser/', { user: 'ACME/new', email: 'new@acme.example', associatedAdUser: '' }),
    shows: ['users', 'user new', 'user groups', 'admin page of root', 'users of everyone', 'audit'],
  },
  {
    name: 'a user gets another address',
    does: asRoot('admin/users/updateuser/', { user: 'ACME/new', email: 'newer@acme.example', associatedAdUser: '' }),
    shows: ['user new', 'audit'],
  },
  {
    name: 'a user may change the address',
    does: asRoot('admin/users/setswitches/', { user: 'ACME/lee', canChangeEmail: true, deepLog: true }),
    shows: ['user lee', 'audit'],
  },
  {
    name: 'a user is disabled',
    does: command({ command: 'set', user: 'ACME/new', disabled: true }),
    shows: ['users', 'user new', 'users of everyone'],
  },
  {
    name: 'a user is removed',
    does: asRoot('admin/users/removeuser/', { user: 'ACME/new' }),
    shows: ['users', 'user new', 'user groups', 'admin page of root'],
  },
  {
    name: 'recent reports are noted',
    does: (stage) => stage.does('lee', 'accounts/usersettings/', { recentReports: [daily, free] }),
    shows: ['account of lee'],
  },
  {
    name: 'a user logs in elsewhere',
    does: (stage) => stage.login('ACME/lee'),
    shows: ['sessions of lee', 'user lee'],
  },
  {
    name: 'another session is ended',
    async does(stage) {
      const { sessions } = await stage.does('lee', 'accounts/sessions/');
      const other = (sessions as { id: string; isThis: boolean }[]).find(({ isThis }) => !isThis);
      await stage.does('lee', 'accounts/endsession/', { id: other?.id });
    },
    shows: ['sessions of lee', 'user lee'],
  },
  {
    name: 'a key is made',
    async does(stage) {
      const { id } = await stage.does('lee', 'tokens/apikeys/', { name: 'tests' });
      stage.notes.set('key', String(id));
    },
    shows: ['keys of lee', 'audit'],
  },
  {
    name: 'a key is revoked',
    does: (stage) => stage.does('lee', 'tokens/apikeys/revoke/', { id: stage.note('key') }),
    shows: ['keys of lee', 'audit'],
  },
  {
    name: 'a new password is asked for',
    async does(stage) {
      await stage.does('nobody', 'accounts/resetpassword/', { email: 'ACME.lee@example.com' });
      await expect.poll(() => stage.mailed(), { timeout: 10_000 }).toMatch(/./);
      stage.notes.set('emailkey', await stage.mailed());
    },
    shows: ['an emailed key'],
  },
  {
    name: 'a password is changed',
    does: command({ command: 'set-password', user: 'ACME/lee', password: 'violet kettle under bridge 47' }),
    shows: ['account of lee', 'list of lee', 'email of lee', 'sessions of lee', 'user lee', 'an emailed key'],
  },
  {
    name: 'a user logs out',
    does: (stage) => stage.does('ann', 'accounts/logout/', {}),
    shows: ['report of ann', 'desk of ann'],
  },
  {
    name: 'all sessions of a user are ended',
    does: asRoot('admin/users/endsessions/', { user: 'ACME/plain' }),
    shows: ['account of plain', 'list of plain', 'notes of plain', 'publishing of plain', 'audit'],
  },
  {
    name: 'rights are recovered',
    does: (stage) =>
      stage.does('root', 'admin/recoversettings/recover/', {
        settings: 'permissions',
        settingsDate: stage.note('isoDay'),
      }),
    shows: [
      'report of boss',
      'admin page of the group',
      'settings dates',
      'recovery of rights',
      'explain plain',
      'audit',
    ],
  },
];
