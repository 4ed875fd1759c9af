/** What stands in the caption, in the text before the first row. */
export function captionOf(head: string): string | undefined {
  const start = head.indexOf('<caption');
  const end = head.indexOf('</caption>', start);
  return start < 0 || end < 0 ? undefined : head.slice(head.indexOf('>', start) + 1, end);
}
