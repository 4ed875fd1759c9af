import { resolve } from 'node:path';
import { messageOf } from '../start-fault.ts';

/** True of a code by which the system says that a file cannot be used. */
export function isCodeOfFile(code: string): boolean {
  return wordsOfFile.has(code);
}

/** In one line that says what to do: what the system says of a file by its code is put in words. */
export function wordsOfFault(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const words = typeof code === 'string' ? wordsOfFile.get(code) : undefined;
  const file = error instanceof Error ? fileIn(error) : undefined;
  return words === undefined || file === undefined ? messageOf(error) : words(resolve(file));
}

/** Where the system names it: of two files the one that was to be written, of a socket its address, unless that has a port. */
function fileIn(error: Error): string | undefined {
  if (Number(Reflect.get(error, 'port') ?? -1) >= 0) return undefined;
  const named = ['dest', 'path', 'address'].map((key) => Reflect.get(error, key));
  return named.find((name): name is string => typeof name === 'string');
}

type Words = (file: string) => string;
const denied: Words = (file) =>
  `this user cannot use ${file}; run this as the user that runs the server, or make this user its owner`;
const full: Words = (file) => `${file} cannot be written because the disk is full; free some space`;

const wordsOfFile: ReadonlyMap<string, Words> = new Map([
  ['EACCES', denied],
  ['EPERM', denied],
  ['ENOENT', (file) => `${file} does not exist`],
  ['ENOTDIR', (file) => `${file} does not exist, because a part of its path is not a folder`],
  ['EISDIR', (file) => `${file} is a folder, not a file`],
  ['EROFS', (file) => `${file} is on a read-only disk`],
  ['ENOSPC', full],
  ['EDQUOT', full],
]);
