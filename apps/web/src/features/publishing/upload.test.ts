import { CallError, NetworkFailure } from '@sheetwire/client/failures';
import type { Topic } from '@sheetwire/rules/topic';
import { expect, test } from 'vitest';
import type { ComparedSides } from '#features/compare/compared-pages.ts';
import type { ShownReport } from '#features/viewer-ports.ts';
import { Upload, type UploadDeps } from './upload.ts';

const topic = 'DEMO/SALES/DAILY';
const most = 1000;
const file = new File(['Desk,Limit'], 'limits.csv');
const page = { pageNames: ['Limits', 'METADATA'], pages: ['<p>1</p>', '<p>m</p>'], styles: [[], []] };
const preview = { topic, version: 3, ...page, notShown: [] };
const live: ShownReport = {
  ...{ topic, ...page, version: 3, time: '20261123090000000', sender: 'DEMO/pat', metadata: {}, snapshotDates: [] },
  ...{ shownDate: null, canInteract: false, hasControls: false },
};

function build(given: Partial<UploadDeps> = {}) {
  const secrets: string[] = [];
  const compared: ComparedSides[] = [];
  const published: string[] = [];
  const alerts: string[] = [];
  const upload = new Upload({
    preview: async ({ secret }) => {
      secrets.push(secret);
      return preview;
    },
    publish: async ({ secret }) => {
      secrets.push(secret);
      return { topic, version: 4, time: '', changed: true, notShown: [] };
    },
    fetchLive: async () => live,
    compare: async (sides) => {
      compared.push(sides);
      return [];
    },
    onPublished: (name) => published.push(name),
    alert: (text) => alerts.push(text),
    ...given,
  });
  return { upload, secrets, compared, published, alerts, state: () => upload.store.getState() };
}

const refusal = (code: string) => new CallError({ status: 403, code, message: `refused: ${code}` });

test('a file is compared with what viewers see now, without METADATA, and published when it is said', async () => {
  const { upload, compared, published, state } = build();
  await upload.take(file, ' demo/sales/daily', most);
  expect(state()).toMatchObject({ state: 'ready', topic, live: { kind: 'compared', time: live.time } });
  expect(compared[0]?.older.pageNames).toEqual(['Limits']);
  expect(compared[0]?.newer.pageNames).toEqual(['Limits']);
  expect(published).toEqual([]);
  await upload.publish();
  expect(state()).toMatchObject({ state: 'published', topic, sent: { version: 4 } });
  expect(published).toEqual([topic]);
});

test('a new report is compared with nothing, and one that may not be viewed is told apart', async () => {
  const fresh = build({ preview: async () => ({ ...preview, version: 0 }) });
  await fresh.upload.take(file, topic, most);
  expect(fresh.state()).toMatchObject({ live: { kind: 'none' } });
  const hidden = build({ fetchLive: async () => ({ ...live, pages: [], pageNames: [] }) });
  await hidden.upload.take(file, topic, most);
  expect(hidden.state()).toMatchObject({ live: { kind: 'hidden' } });
  expect(hidden.compared[0]?.older.pages).toEqual([]);
});

test('a file beyond the limit is not sent, and one without a name waits for it', async () => {
  const { upload, secrets, state } = build();
  await upload.take(file, topic, 5);
  expect(state()).toEqual({
    state: 'idle',
    file: undefined,
    fault: 'limits.csv is 10\u00a0bytes; this portal takes files of up to 5\u00a0bytes',
  });
  await upload.take(file, '  ', most);
  expect(state()).toEqual({ state: 'idle', file, fault: 'Enter the report to publish to' });
  await upload.take(file, 'SALES/DAILY', most);
  expect(state()).toMatchObject({ fault: 'SALES/DAILY is not ENTITY/GROUP/REPORT' });
  expect(secrets).toEqual([]);
});

test('a publish secret is asked for, once more when it is wrong, and goes with the publish', async () => {
  const asked: string[] = [];
  const sent: string[] = [];
  const { upload, state } = build({
    preview: async ({ secret }) => {
      asked.push(secret);
      if (secret !== 'sesame') throw refusal('wrong_publish_secret');
      return preview;
    },
    publish: async ({ secret }) => {
      sent.push(secret);
      return { topic, version: 4, time: '', changed: false, notShown: [] };
    },
  });
  await upload.take(file, topic, most);
  expect(state()).toMatchObject({ state: 'secret', isWrong: false });
  await upload.enterSecret('open');
  expect(state()).toMatchObject({ state: 'secret', isWrong: true });
  await upload.enterSecret('sesame');
  await upload.publish();
  expect([asked, sent]).toEqual([['', 'open', 'sesame'], ['sesame']]);
  await upload.take(file, topic, most);
  expect(asked.at(-1)).toBe('');
});

test('what is refused says why, keeps the file and may be tried again', async () => {
  let isAway = true;
  const { upload, state } = build({
    preview: async () => {
      if (isAway) throw new NetworkFailure('gone');
      return preview;
    },
    publish: async () => {
      throw refusal('not_allowed');
    },
  });
  await upload.take(file, topic, most);
  expect(state()).toMatchObject({ state: 'refused', text: expect.stringContaining('choose it again') });
  isAway = false;
  await upload.again();
  expect(state()).toMatchObject({ state: 'ready', fault: '' });
  await upload.publish();
  expect(state()).toMatchObject({ state: 'ready', fault: 'refused: not_allowed' });
});

test('a publish to which no response came is told as not known, and the file stays ready', async () => {
  const { upload, state } = build({
    publish: async () => {
      throw new NetworkFailure('late');
    },
  });
  await upload.take(file, topic, most);
  await upload.publish();
  expect(state()).toMatchObject({ state: 'ready', fault: expect.stringContaining('not known whether the file was') });
});

test('a file that is let go is not previewed to its end, and another one takes its place', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof preview>();
  const { upload, state } = build({ preview: ({ topic: to }) => (to === topic ? promise : Promise.resolve(preview)) });
  const first = upload.take(file, topic, most);
  upload.cancel();
  resolve(preview);
  await first;
  expect(state()).toMatchObject({ state: 'idle' });
  await upload.take(file, 'DEMO/SALES/OTHER' satisfies string, most);
  expect(state()).toMatchObject({ state: 'ready', topic: 'DEMO/SALES/OTHER' as Topic });
});

test('a line that breaks once the file was sent is no fault of the file', async () => {
  const fetchLive = () => Promise.reject(new NetworkFailure(new Error('cut')));
  const { upload, state } = build({ fetchLive });
  await upload.take(file, topic, most);
  expect(state()).toMatchObject({ state: 'refused', text: 'The server cannot be reached' });
});

const sent = { topic, version: 3, time: '', changed: false, notShown: [] };
const left = [
  ['that goes well tells nothing', () => sent, []],
  [
    'that waits for approval says so',
    () => ({ ...sent, held: { version: 7, sinceUtc: '', rules: [] } }),
    [`${topic} is waiting for approval. Viewers keep version 3.`],
  ],
  [
    'that fails says so',
    () => {
      throw refusal('not_allowed');
    },
    [`${topic}: refused: not_allowed`],
  ],
] as const;
test.each(left)('a publish goes on when its page is left, and one %s', async (_, answer, told) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { upload, published, alerts } = build({
    async publish(_file, signal) {
      await promise;
      signal.throwIfAborted();
      return answer();
    },
  });
  await upload.take(file, topic, most);
  const publishing = upload.publish();
  upload.stop();
  resolve();
  await publishing;
  expect([alerts, published]).toEqual([told, []]);
});
