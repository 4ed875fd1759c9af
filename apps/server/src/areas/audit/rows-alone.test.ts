import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../..', import.meta.url));

/** Rows that stand alone, since nothing in the store changes with what they tell; all others go with their change. */
const alone: Readonly<Record<string, string>> = {
  'areas/accounts/reset-password.ts': 'no mail was sent',
  'areas/publish/publisher.ts': 'a publish was refused',
  'areas/reports/past/visits.ts': 'the past of a report was looked at',
  'areas/users/get-user.ts': 'a password is shown: the row comes first',
  'areas/users/send-password-reset-email.ts': 'no mail was sent',
  'assembly/control-refusals.ts': 'a control was refused',
  'backup/backup-command.ts': 'a file was written beside the store',
  'directory/directory-effects.ts': 'the directory is not followed, or again',
  'identity/oidc/join-account.ts': 'a subject was refused',
  'identity/oidc/single-sign-on.ts': 'a sign-in failed',
  'identity/sessions/seats.ts': 'somebody waits for a seat',
  'identity/sign-in/external-sign-in.ts': 'a sign-in was refused',
  'identity/sign-in/sign-in.ts': 'a sign-in failed',
};

test('a row of the audit log stands alone only where nothing changed', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing\/|storage\//.test(name))
    .filter((name) => /\baudit\.add\(|(?<!function )\bnoteSignIn\(/.test(readFileSync(join(src, name), 'utf8')));
  expect(files.map((name) => relative(src, join(src, name))).sort()).toEqual(Object.keys(alone).sort());
});
