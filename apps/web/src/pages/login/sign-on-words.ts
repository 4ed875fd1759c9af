const words: Readonly<Record<string, string>> = {
  failed: 'Single sign-on failed. Try again, or log in with a password.',
  refused: 'This account has no access. Ask an administrator.',
  expired: 'Single sign-on timed out. Try again, or log in with a password.',
  password: 'This account has a password. Log in with it once, then choose Link single sign-on on your Account page.',
  unreachable: 'The single sign-on server cannot be reached. Try again later, or log in with a password.',
};

/** Why single sign-on brought the visitor to Login; an outcome that nobody knows is a failure like any other. */
export function signOnWords(outcome: string): string {
  return Object.hasOwn(words, outcome) ? (words[outcome] ?? '') : (words.failed ?? '');
}
