/** Chapters of docs/reference by their page and number, with their headings: the rules of calls stand there. */
export const chapters = {
  'protocol 3': 'Tokens and credentials',
  'protocol 4': 'Publishing',
  'protocol 6': 'Page HTML',
  'protocol 7': 'Live stream',
  'protocol 9': 'Shapes and answers',
  'semantics 1': 'Names',
  'semantics 2': 'Who may do what',
  'semantics 3': 'Users, directory, license',
  'semantics 4': 'Reports',
  'semantics 5': 'Controls',
  'semantics 6': 'Snapshots',
  'semantics 7': 'Recovering settings',
  'semantics 8': 'Audit',
  'safety 1': 'Page HTML',
  'safety 2': 'Least role of each call',
  'safety 3': 'Common traps',
  'time 1': 'What is kept',
  'time 2': 'Calls',
  'time 4': 'Tags and rollback',
  'time 5': 'Guard',
  'time 6': 'A figure that can be verified',
} as const;
export type Chapter = keyof typeof chapters;

/** Where the rules of every call stand. */
export const everyCall: readonly Chapter[] = ['safety 2', 'protocol 9'];

/** A chapter by its name: `Semantics 2, Who may do what`. */
export function chapterName(chapter: Chapter): string {
  return `${chapter.charAt(0).toUpperCase()}${chapter.slice(1)}, ${chapters[chapter]}`;
}

/** Its id on the page of the API reference, which shows every chapter. */
export function chapterId(chapter: Chapter): string {
  return chapter.replace(' ', '-');
}
