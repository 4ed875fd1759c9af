import { createHash } from 'node:crypto';
import { limits } from '@sheetwire/contract/limits';
import type { Topic } from '@sheetwire/rules/topic';
import { describe, expect, test } from 'vitest';
import { partsOf } from '#lib/bytes/file-parts.ts';
import type { LinkedFile } from '#ports/linked-files.ts';
import { jane, newTopic, type Opened, unique } from './builders.ts';

function file(topic: Topic, name: string, body: Uint8Array): LinkedFile {
  const hash = createHash('sha256').update(body).digest('base64url');
  return { topic, name, hash, bytes: body.length, publishedBy: jane, changedAt: 5 };
}

export function linkedFileSuite(open: Opened): void {
  describe('linked files', () => {
    const put = async (topic: Topic, name: string, body: Uint8Array) => {
      const { parts } = await partsOf(body, limits.linkedFiles.part);
      return open().linkedFiles.put(file(topic, name, body), parts);
    };
    const text = (value: string) => new TextEncoder().encode(value);

    test('a file comes back as it was put, part by part', async () => {
      const { linkedFiles } = open();
      const topic = newTopic();
      const body = Uint8Array.from({ length: limits.linkedFiles.part + 3 }, (_, n) => n % 251);
      expect(await put(topic, 'Plan 1.pdf', body)).toMatchObject({ linking: 'done' });
      const found = await linkedFiles.find(topic, 'Plan 1.pdf');
      expect(found).toEqual(file(topic, 'Plan 1.pdf', body));
      const parts = [0, 1].map((number) => linkedFiles.part(found?.hash ?? '', number));
      expect(Buffer.concat((await Promise.all(parts)).map((one) => one ?? text('')))).toEqual(Buffer.from(body));
      expect(await linkedFiles.part(found?.hash ?? '', 2)).toBeUndefined();
      expect(await linkedFiles.find(topic, 'plan 1.pdf')).toBeUndefined();
      expect(await linkedFiles.find(newTopic(), 'Plan 1.pdf')).toBeUndefined();
    });

    test('another file of the name takes its place; bytes that nobody has any more are gone', async () => {
      const { linkedFiles } = open();
      const [one, two] = [newTopic(), newTopic()];
      const [shared, own] = [text(unique('shared')), text(unique('own'))];
      for (const topic of [one, two]) await put(topic, 'a', shared);
      await put(one, 'a', own);
      const { hash: sharedHash } = file(one, 'a', shared);
      const { hash: ownHash } = file(one, 'a', own);
      expect((await linkedFiles.find(one, 'a'))?.hash).toBe(ownHash);
      expect(await linkedFiles.part(sharedHash, 0)).toBeDefined();
      expect(await linkedFiles.removeAll(two)).toBe(1);
      expect(await linkedFiles.part(sharedHash, 0)).toBeUndefined();
      expect(await linkedFiles.removeAll(two)).toBe(0);
      expect(await linkedFiles.part(ownHash, 0)).toBeDefined();
    });

    test('files are listed longest unused first, and some of them go', async () => {
      const { linkedFiles } = open();
      const topic = newTopic();
      const bodies = ['a1', 'a2', 'b1', 'a3'].map((name) => [name, text(unique(name))] as const);
      for (const [n, [name, body]] of bodies.entries())
        await linkedFiles.put({ ...file(topic, name, body), changedAt: n }, [body]);
      await linkedFiles.use(topic, ['a1'], 9);
      const listed = async (prefix: string) => (await linkedFiles.longestUnused(topic, prefix)).map(({ name }) => name);
      expect(await listed('a')).toEqual(['a2', 'a3', 'a1']);
      await linkedFiles.remove(topic, ['a2', 'a1', 'none']);
      expect([await listed('a'), await listed('')]).toEqual([['a3'], ['b1', 'a3']]);
      const [, [, gone] = ['', text('')]] = bodies;
      expect(await linkedFiles.part(file(topic, 'a2', gone).hash, 0)).toBeUndefined();
      expect(await linkedFiles.longestUnused(newTopic(), 'a')).toEqual([]);
    });

    test('a report links to so many bytes, and an empty file is one', async () => {
      const topic = newTopic();
      const { linkedFiles } = open();
      const empty = file(topic, 'empty', text(''));
      expect(await linkedFiles.put(empty, [])).toMatchObject({ linking: 'done' });
      const large = { ...file(topic, 'large', text(unique('x'))), bytes: limits.linkedFiles.bytes + 1 };
      const { linking, parts } = await linkedFiles.put(large, [text('x'), text('y')]);
      expect([linking, parts.map((part) => Buffer.from(part).toString())]).toEqual(['too_large', ['x', 'y']]);
      expect(await linkedFiles.find(topic, 'large')).toBeUndefined();
      expect(await linkedFiles.find(topic, 'empty')).toEqual(empty);
    });
  });
}
