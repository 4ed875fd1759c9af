import { previewWorkbook } from '@sheetwire/contract/publishing/calls';
import { expect, test } from 'vitest';
import { fileCaller } from './file-call.ts';

const sent = { file: new Blob(['1']), topic: 'DEMO/SALES/WEEK END', secret: '' };
const preview = { topic: sent.topic, version: 0, pageNames: [], pages: [], styles: [], notShown: [] };

function answering(status: number, body: string) {
  const asked: { readonly url: string; readonly init: RequestInit | undefined }[] = [];
  const send: typeof fetch = async (url, init) => {
    asked.push({ url: String(url), init });
    return new Response(body, { status });
  };
  return { send, asked };
}

test('a file goes as it is to the address of its report', async () => {
  const { send, asked } = answering(200, JSON.stringify(preview));
  expect(await fileCaller(sent, send)(previewWorkbook, undefined)).toEqual(preview);
  expect(asked[0]?.url).toBe('/api/v1/publishing/preview/DEMO/SALES/WEEK%20END');
  expect(asked[0]?.init).toMatchObject({ method: 'PUT', body: sent.file, headers: { accept: 'application/json' } });
});

test('the publish secret goes in its header', async () => {
  const { send, asked } = answering(200, JSON.stringify(preview));
  await fileCaller({ ...sent, secret: 'sesame' }, send)(previewWorkbook, undefined);
  expect(asked[0]?.init?.headers).toMatchObject({ 'x-sheetwire-publish-secret': 'sesame' });
});

test('a refusal, an answer of another version and a broken line are told apart', async () => {
  const refused = answering(422, JSON.stringify({ error: { code: 'unreadable_file', message: 'It is damaged' } }));
  await expect(fileCaller(sent, refused.send)(previewWorkbook, undefined)).rejects.toMatchObject({
    code: 'unreadable_file',
    message: 'It is damaged',
  });
  const foreign = answering(200, '<html>');
  await expect(fileCaller(sent, foreign.send)(previewWorkbook, undefined)).rejects.toMatchObject({
    code: 'unreadable',
  });
  const broken = async () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(fileCaller(sent, broken)(previewWorkbook, undefined)).rejects.toMatchObject({ name: 'NetworkFailure' });
});
