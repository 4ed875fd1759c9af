const minute = 60;

/** How long to wait, as a person says it: seconds below a minute, else minutes. */
export function waitWords(seconds: number): string {
  if (seconds < minute) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / minute);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
