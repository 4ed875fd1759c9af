/** `1 user`, `5,000 users`. */
export function countWords(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;
}
