import { connectPublisher, type PublisherLine } from '@sheetwire/client/publisher-line';
import { gropicPerms } from '@sheetwire/contract/admin';
import { publishReport } from '@sheetwire/contract/publish';
import { onControlAction } from '@sheetwire/contract/reports';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { boss } from '../admin/admin-site.ts';
import { axeFindings } from '../support/axe.ts';
import { way } from '../support/ways.ts';
import {
  type ControlsSite,
  connection,
  control,
  ivy,
  note,
  startControlsSite,
  topic,
  usable,
} from './controls-site.ts';

const LIMIT = { timeout: 20_000 };
const reason = 'The publisher has locked this field.';

let site: ControlsSite;
let page: Page;
let line: PublisherLine;
let publish: (cells: readonly string[]) => Promise<unknown>;
const updates: string[] = [];

beforeAll(async () => {
  site = await startControlsSite();
  const { call } = await site.portal.publisher(boss);
  publish = (cells) => {
    const rows = cells.map(
      (cell, n) => `<tr><td data-cell="A${n + 1}">Label ${n}</td><td data-cell="B${n + 1}">${cell}</td></tr>`,
    );
    return call(publishReport, {
      topic,
      pages: [{ name: 'Form', html: `<table><tbody>${rows.join('')}</tbody></table>` }],
    });
  };
  const clock = { now: () => Date.now(), after: laterOn };
  line = connectPublisher({
    ...{ call, clock, chance: Math.random, topics: [topic], instanceId: 'form' },
    onUpdate({ name, value }) {
      updates.push(`${name}=${value}`);
      return { status: 'updated' };
    },
  });
  await publish(form('disabled', 'readonly', 'first'));
  page = await site.open(ivy, {}, `/${topic}`);
});
afterAll(async () => {
  await line?.stop();
  await site?.stop();
  expect(site.faults).toEqual([]);
});

/** Gives the right to interact to these alone, until the test is over. */
function letInteract(interactors: readonly string[]): Promise<void> {
  return grant([boss, ivy], interactors);
}

/** Gives the rights to view and to interact to these alone, until the test is over. */
async function grant(viewers: readonly string[], interactors: readonly string[]): Promise<void> {
  const give = (viewing: readonly string[], using: readonly string[]) =>
    site.call(boss, gropicPerms, {
      ...{ gropic: topic, publishers: [boss], admins: [boss] },
      ...{ viewers: [...viewing], interactors: [...using] },
    });
  onTestFinished(() => give([boss, ivy], [ivy]).then(() => undefined));
  await give(viewers, interactors);
}

function laterOn(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** A form whose controls carry these attributes. */
function form(closed: string, readOnly: string, text: string): string[] {
  return [
    `<textarea data-control="Note" ${readOnly}>${text}</textarea>`,
    `<select data-control="Region" ${closed}><option>North<option>South</select>`,
    `<input type="checkbox" data-control="Approve" ${closed}>`,
    `<input type="date" data-control="Due" value="2026-11-20" ${readOnly}>`,
    `<textarea data-control="Held" data-submit-tag="one" ${readOnly && closed}>held</textarea>`,
    `<button data-control="Run" ${closed}>Run</button> <button data-submit="one" ${closed}>Submit</button>`,
  ];
}

test('what its publisher closed is shown so with the reason, and is no finding of axe', async () => {
  for (const name of ['Region', 'Approve', 'Held', 'Run']) {
    await expect.poll(() => control(page, name).getAttribute('title'), LIMIT).toBe(reason);
    expect(await control(page, name).isDisabled()).toBe(true);
  }
  for (const name of ['Note', 'Due']) {
    expect(await control(page, name).getAttribute('title')).toBe(reason);
    expect([await control(page, name).isDisabled(), await control(page, name).isEditable()]).toEqual([false, false]);
  }
  expect(await page.getByTestId('report').getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
});

test('a text that can only be read follows its publisher while it has the focus', async () => {
  await control(page, 'Note').focus();
  await page.keyboard.type('x');
  await publish(form('disabled', 'readonly', 'second'));
  await expect.poll(() => control(page, 'Note').inputValue(), LIMIT).toBe('second');
  expect(updates).toEqual([]);
});

test('what its publisher opens can be entered at once, and what it closes again takes nothing more', async () => {
  await publish(form('', '', 'third'));
  await (await usable(page, 'Region')).selectOption('South');
  await control(page, 'Note').fill('mine');
  await expect.poll(() => updates.toSorted(), LIMIT).toEqual(['Note=mine', 'Region=South']);
  await connection(page, 'connected');
  await control(page, 'Held').fill('pending');
  await control(page, 'Held').blur();
  await connection(page, 'connected-unsaved');
  await publish(form('disabled', 'readonly', 'mine'));
  await expect.poll(() => control(page, 'Held').inputValue(), LIMIT).toBe('held');
  await connection(page, 'connected');
  await note(page, 'Not sent: the publisher locked this field.');
  expect(await control(page, 'Held').isDisabled()).toBe(true);
  await expect.poll(() => control(page, 'Region').inputValue(), LIMIT).toBe('North');
});

test('who is made an interactor, or is one no more, finds the open report so within a second', async () => {
  await publish(form('', '', 'granted'));
  const note = await usable(page, 'Note');
  for (const interactors of [[], [ivy]]) {
    await letInteract(interactors);
    await expect.poll(() => note.isEnabled(), way.isPolling ? LIMIT : { timeout: 1000 }).toBe(interactors.length > 0);
  }
});

test('who may not even view the report any more, with an entry that waits for its Submit, is told why it was not sent', async () => {
  await publish(form('', '', 'viewed'));
  await (await usable(page, 'Held')).fill('pending');
  await connection(page, 'connected-unsaved');
  await grant([boss], []);
  const alert = page.getByRole('alertdialog', {
    name: '"pending", not sent: you can no longer interact with this report.',
  });
  await alert.getByRole('button', { name: 'OK' }).click();
  await connection(page, 'connected');
});

test('a right to interact that changed while the browser was offline is there once it is back', async () => {
  const note = await usable(page, 'Note');
  onTestFinished(() => page.context().setOffline(false));
  for (const interactors of [[], [ivy]]) {
    await page.context().setOffline(true);
    await connection(page, 'disconnected');
    await letInteract(interactors);
    await page.context().setOffline(false);
    await expect.poll(() => note.isEnabled(), LIMIT).toBe(interactors.length > 0);
    await connection(page, 'connected');
  }
});

test('a press whose answer was lost is sent again and pressed once', async () => {
  await publish(form('', '', 'fourth'));
  await usable(page, 'Run');
  let sent = 0;
  await page.route(`**${onControlAction.path}`, async (route) => {
    await route.fetch();
    if (route.request().postDataJSON().attributeVal === 'Run') sent += 1;
    await (sent < 3 ? route.abort() : route.continue());
  });
  await control(page, 'Run').click();
  await note(page, 'Not saved yet: the server cannot be reached. Trying again.');
  await note(page, 'Done');
  await connection(page, 'connected');
  expect(sent).toBe(3);
  expect(updates.filter((update) => update === 'Run=clicked')).toEqual(['Run=clicked']);
});
