/** A text and how it is turned. */
interface Turn {
  /** -89…89, anticlockwise. */
  readonly degrees: number;
  /** Pixels of the text in one line, and of its letters. */
  readonly width: number;
  readonly px: number;
}

const ascent = 0.8;
const descent = 0.22;

/** A line of text turned by degrees, as a drawing that takes just its room; its letters are those of the cell. */
export function turnedText(html: string, { degrees, width, px }: Turn): string {
  const angle = (Math.abs(degrees) * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const [up, down] = [ascent * px, descent * px];
  const box = { width: width * cosine + (up + down) * sine, height: width * sine + (up + down) * cosine };
  const [x, y] = degrees > 0 ? [up * sine, box.height - down * cosine] : [down * sine, up * cosine];
  const turn = `translate(${Math.round(x)} ${Math.round(y)}) rotate(${-degrees})`;
  const size = `width="${Math.ceil(box.width)}" height="${Math.ceil(box.height)}"`;
  const text = `<text fill="currentColor" transform="${turn}">${lettersOf(html)}</text>`;
  return `<svg ${size} style="max-width:none;overflow:visible">${text}</svg>`;
}

const TAG = /<(\/?)([a-z]+)([^>]*)>/g;

/** Drawings have parts of a text of their own; other elements give their text alone. */
function lettersOf(html: string): string {
  return html.replace(TAG, (_, slash: string, name: string, attributes: string) =>
    name !== 'span'
      ? ''
      : slash === ''
        ? `<tspan${attributes.replaceAll(';color:', ';fill:').replace('"color:', '"fill:')}>`
        : '</tspan>',
  );
}
