/** Many publishers whose server comes back must not all ask at the same instant. */
export function jittered(time: number): number {
  return time * (0.75 + Math.random() / 2);
}
