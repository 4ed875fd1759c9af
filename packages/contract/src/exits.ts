/** What a program of the product ends with (interfaces 1); help and documents list the same. */
export const exits = {
  done: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  conflict: 4,
  file: 5,
  network: 6,
  unconfirmed: 7,
  stopped: 130,
} as const;
export type ExitName = keyof typeof exits;
export type Exit = (typeof exits)[ExitName];

/** Each in the words of the help. */
export const exitWords: Readonly<Record<ExitName, string>> = {
  done: 'done',
  failed: 'an internal error of Sheetwire; see the lines above',
  usage: 'usage: an argument or a setting is wrong',
  notAllowed: 'not allowed',
  conflict: 'conflict: it already exists, or something else is using what is needed',
  file: 'file: a file or folder, or something in it, cannot be used',
  network: 'network: a server cannot be reached or does not respond in time',
  unconfirmed: 'not confirmed: a figure is not what was published, or this cannot be determined',
  stopped: 'stopped by Ctrl-C or a signal',
};
