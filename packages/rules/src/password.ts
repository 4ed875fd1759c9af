/** Characters that a password may have at most; as many as any field of the product takes in. */
const MOST = 256;

/** What a page says beside a password field; the server judges more than this (spec 5, Set password). */
export function passwordAdvice(least: number): string {
  return `At least ${least} characters. A few unusual words in a row are easy to remember and hard to guess.`;
}

/** What is wrong with a password's length, in a sentence that says what to do; undefined when it will do. */
export function passwordLengthFault(password: string, least: number): string | undefined {
  if (password.length < least) return `Use at least ${least} characters for the password`;
  return password.length > MOST ? `Use at most ${MOST} characters for the password` : undefined;
}
