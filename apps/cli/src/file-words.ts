const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'file not found'],
  ['ENOTDIR', 'file not found'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  // What Windows says of a file that Excel has open, and of a share that went.
  ['EBUSY', 'another program has locked it'],
  ['ENAMETOOLONG', 'the path is too long'],
  ['ETIMEDOUT', 'the network drive does not respond'],
  ['ESTALE', 'the network drive does not respond'],
  ['EHOSTDOWN', 'the network drive does not respond'],
  ['EIO', 'the drive cannot be read'],
]);

/** Why a file could not be read, in words that follow its name; other faults in those of the system. */
export function fileWords(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return ('code' in fault && reasons.get(fault.code)) || fault.message;
}
