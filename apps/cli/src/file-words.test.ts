import { expect, test } from 'vitest';
import { fileWords } from './file-words.ts';

const failed = (code: string) => Object.assign(new Error(`${code}: as the system says it`), { code });

test('why a file cannot be read is said in words, also of one that a program locks or a drive that went', () => {
  const words = ['ENOENT', 'EACCES', 'EBUSY', 'ETIMEDOUT', 'ESTALE', 'ENAMETOOLONG'].map((code) =>
    fileWords(failed(code)),
  );
  expect(words).toEqual([
    'file not found',
    'permission denied',
    'another program has locked it',
    'the network drive does not respond',
    'the network drive does not respond',
    'the path is too long',
  ]);
  expect(fileWords(failed('EXDEV'))).toBe('EXDEV: as the system says it');
});
