import type { Output } from '@sheetwire/contract/call';
import type { previewWorkbook as call } from '@sheetwire/contract/publishing/calls';
import { encodeAnswer } from '#http/compress.ts';
import { jsonOf } from '#http/json-pieces.ts';
import type { KnownRequest, Wire } from '#http/route.ts';
import { publishRead } from '#report/publish/publish-whole.ts';
import type { PublishingDeps } from './publishing-deps.ts';

/**
 * The pages that viewers would get of a file, cleaned and bounded as those of a publish: nothing of them is kept
 * (decision 59).
 */
export async function previewWorkbook(deps: PublishingDeps, request: KnownRequest, wire: Wire): Promise<void> {
  const answer = await deps.withWorkbook(
    request,
    wire,
    async (topic, { body, notShown }): Promise<Output<typeof call>> => {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      const sender = request.actor.user;
      const read = await deps.cleaner.readReport(bytes, deps.limits, sender);
      const { step } = await publishRead(deps, undefined, { ...read, sender });
      const pages = step?.state.pages ?? [];
      return {
        topic,
        version: deps.engine.head(topic)?.version ?? 0,
        pageNames: pages.map(({ name }) => name),
        pages: pages.map(({ html }) => html),
        styles: pages.map(({ styles }) => [...styles]),
        notShown: [...notShown],
      };
    },
  );
  const { encodedBody, encoding } = await encodeAnswer(await jsonOf(answer), request.header('accept-encoding'));
  if (encoding !== undefined) wire.reply.header('Content-Encoding', encoding);
  await wire.reply.header('Vary', 'Accept-Encoding').type('application/json; charset=utf-8').send(encodedBody);
}
