/** What viewers have while a publish waits for approval; 0 is no version. */
export function viewersWords(version: number): string {
  return version === 0 ? 'viewers see nothing yet' : `viewers keep version ${version}`;
}
