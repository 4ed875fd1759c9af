import { limits } from '@sheetwire/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stop());

test('a device whose clock is ten minutes fast does not take a publisher for silent', async () => {
  for (const price of ['3.5916', '3.5917', '3.5918']) await desk.publishPrice(price);
  const visit = await desk.open();
  const { page } = visit;
  await visit.signIn();
  await page.clock.setSystemTime(Date.now() + 10 * limits.silenceStep);
  await page.goto(`${desk.url}/DEMO/DESK/DAILY`);
  await page.getByRole('cell', { name: '3.5918' }).waitFor();
  const status = page.getByText('Live', { exact: true }).or(page.getByText(/^Publisher silent/));
  await status.waitFor();
  expect(await status.innerText()).toBe('Live');
  await visit.close();
  expect(visit.faults).toEqual([]);
});
