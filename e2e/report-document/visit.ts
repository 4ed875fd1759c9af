import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

/** The harness of a file of tests, and the page of it that the running test has for itself. */
export interface Visit {
  readonly harness: Harness;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Starts the harness for the tests of a file and opens it for each; nothing of one test is there in the next. */
export function visitEachTest(options?: Parameters<Harness['open']>[0]): Visit {
  let harness: Harness;
  let opened: Awaited<ReturnType<Harness['open']>>;
  beforeAll(async () => {
    harness = await startHarness();
    return () => harness.close();
  });
  beforeEach(async () => {
    opened = await harness.open(options);
    return () => opened.context.close();
  });
  return {
    get harness() {
      return harness;
    },
    get context() {
      return opened.context;
    },
    get page() {
      return opened.page;
    },
  };
}
