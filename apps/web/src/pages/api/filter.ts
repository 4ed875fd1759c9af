/** A call on the page: its section, its link beside it, and the words by which it is found. */
export interface Findable {
  readonly id: string;
  readonly section: HTMLElement;
  readonly link: HTMLElement;
  readonly words: string;
}

/** Groups whose heading goes when none of their calls is shown. */
export interface Group {
  readonly parts: readonly HTMLElement[];
  readonly calls: readonly Findable[];
}

/** Shows the calls that have every word that was typed; answers how many. */
export function showMatches(groups: readonly Group[], typed: string): number {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { parts, calls } of groups) {
    let shown = 0;
    for (const { section, link, words } of calls) {
      const isShown = wanted.every((word) => words.includes(word));
      section.hidden = !isShown;
      link.hidden = !isShown;
      if (isShown) shown++;
    }
    for (const part of parts) part.hidden = shown === 0;
    count += shown;
  }
  return count;
}
