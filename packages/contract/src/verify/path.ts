interface Figure {
  readonly topic: string;
  readonly version: number;
  readonly page?: string;
  readonly cell?: string;
  readonly text?: string;
}

/** `/v/{topic}/{version}#{page}!{cell}={text}`: where a portal says whether a figure is what was published. */
export function figurePath({ topic, version, page = '', cell = '', text }: Figure): string {
  const path = `/v/${topic.split('/').map(encodeURIComponent).join('/')}/${version}`;
  if (page === '' && cell === '') return path;
  const place = page === '' ? encodeURIComponent(cell) : `${encodeURIComponent(page)}!${encodeURIComponent(cell)}`;
  return `${path}#${place}${text === undefined ? '' : `=${encodeURIComponent(text)}`}`;
}
