import type { Call } from '../../call.ts';
import type { Example } from '../example.ts';
import { account } from './account.ts';
import { controls } from './controls.ts';
import { groups } from './groups.ts';
import { guarding } from './guarding.ts';
import { history } from './history.ts';
import { keys } from './keys.ts';
import { operations } from './operations.ts';
import { portalPublishing } from './portal-publishing.ts';
import { files, publishing } from './publishing.ts';
import { reading } from './reading.ts';
import { rights } from './rights.ts';
import { signIn } from './sign-in.ts';
import { accountsOfOthers } from './users.ts';
import { versionLists } from './versions.ts';

/** All examples as one story: sent in this order to a portal as `openStory` makes it, each answers as it says. */
export const story: readonly Example[] = [
  ...signIn,
  ...keys,
  ...publishing,
  ...reading,
  ...versionLists,
  ...controls,
  ...rights,
  ...accountsOfOthers,
  ...groups,
  ...operations,
  ...files,
  ...history,
  ...portalPublishing,
  ...guarding,
  ...account,
];

/** The examples of a call. */
export function examplesOf(call: Call): Example[] {
  return story.filter((example) => example.call === call);
}
