const left = new Set<() => Promise<unknown>>();

/**
 * What a test file starts ends with the file, also when its own hooks broke before they held it: a program that stays
 * takes the machine from every other test. The answer forgets it.
 */
export function endsWithFile(end: () => Promise<unknown>): () => void {
  left.add(end);
  return () => left.delete(end);
}

/** Ends what the file's own hooks have not. */
export async function endWhatIsLeft(): Promise<void> {
  await Promise.allSettled([...left].map((end) => end()));
  left.clear();
}
