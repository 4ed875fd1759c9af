const DAY = /(\d{4}-\d{2}-\d{2})/;

/** Words with days in them, none of which breaks at its hyphens. */
export function DatedText({ text }: { text: string }) {
  let at = 0;
  return text.split(DAY).map((part) => {
    const key = at;
    at += part.length + 1;
    return DAY.test(part) ? <time key={key}>{part}</time> : <span key={key}>{part}</span>;
  });
}
