/**
 * The same apart from the text that it was cut from: the engine keeps all of a long text for the sake of a piece, so what is
 * kept for longer than the text has to stand by itself.
 */
export function apart<T>(piece: T): T {
  return structuredClone(piece);
}
