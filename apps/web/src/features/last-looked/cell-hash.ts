/** What makes the hashes of one look differ from those of any other. */
export type Salt = readonly [number, number];

/** 32 bits that stand for a text and cannot be read back as it; 0 stands for no text alone. */
export function cellHash(text: string, [first, second]: Salt): number {
  if (text === '') return 0;
  let hash = first ^ text.length;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  hash = Math.imul(hash ^ second ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}
