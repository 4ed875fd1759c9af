import { hour, s } from './units.ts';

/** What servers and pages both ask for of sign-in and passwords; the rest is in identity.ts, which no page loads. */
export const signInLimits = {
  storedInfoGrace: 30 * s,
  resetPasswordKey: 1 * hour,
  /** Passwords are judged on a thread by their first characters; the thread ends when it has nothing to do. */
  passwordCheck: { characters: 40, score: 3, time: 10 * s, waiting: 20, perUser: 4, idle: 60 * s, contextWord: 4 },
} as const;
