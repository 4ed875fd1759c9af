import { afterAll, beforeAll } from 'vitest';
import { publisherOf, type TestPublisher, viewerOf } from './publisher.ts';
import { startTestApp, type TestApp, type TestBrowser } from './test-app.ts';

/** A server with a publisher, a viewer of its entity and a stranger, there while the tests of a file run. */
export interface ViewingRig {
  readonly server: TestApp;
  readonly bot: TestPublisher;
  readonly ann: TestBrowser;
  /** Of another entity. */
  readonly eve: TestBrowser;
}

/** Starts them for the tests of a file, on the embedded store or a database; `use` takes them before the first. */
export function viewingRig(use: (rig: ViewingRig) => void, newDatabase = async (): Promise<string> => ''): void {
  let server: TestApp | undefined;
  beforeAll(async () => {
    server = await startTestApp({}, { databaseUrl: await newDatabase() });
    const bot = await publisherOf(server, 'ACME/bot');
    const ann = await viewerOf(server, 'ACME/ann');
    use({ server, bot, ann, eve: await viewerOf(server, 'OTHER/eve') });
  });
  afterAll(() => server?.stop());
}
