import { limits } from '@sheetwire/contract/limits';

interface Texts {
  readonly text: string | undefined;
  readonly now: string | undefined;
}

interface Told {
  readonly text: string | null;
  readonly now: string | null;
  /** True where not all of them is told; absent otherwise. */
  readonly cut?: true;
}

/**
 * Cuts the texts of one answer, figure by figure: each to what a cell of a workbook holds, and shorter once all of them came
 * to what an answer takes. Many figures may name one long cell (safety 3).
 */
export function toldTexts(): (texts: Texts) => Told {
  let left: number = limits.verify.told;
  const told = (text: string | undefined): string | null => {
    if (text === undefined) return null;
    const most = left > 0 ? limits.verify.text : limits.verify.brief;
    const shown = text.length > most ? text.slice(0, most).toWellFormed() : text;
    left -= Buffer.byteLength(shown);
    return shown;
  };
  return (texts) => {
    const shown = { text: told(texts.text), now: told(texts.now) };
    const isWhole = (texts.text ?? null) === shown.text && (texts.now ?? null) === shown.now;
    return { ...shown, ...(!isWhole && { cut: true }) };
  };
}
