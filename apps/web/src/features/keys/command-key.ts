/** The reader's keyboard has a Command key. */
export function hasCommandKey(userAgent: string): boolean {
  return /Mac|iPhone|iPad/.test(userAgent);
}
