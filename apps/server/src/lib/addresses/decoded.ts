/** A percent-encoded text as it was meant, or undefined where it is none: `%` alone, bytes that are no UTF-8. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
