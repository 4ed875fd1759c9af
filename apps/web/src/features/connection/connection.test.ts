import { expect, test } from 'vitest';
import { connectionFacts, connectionState, noteCall, noteLate, unsavedNote } from './connection.ts';

const state = () => connectionState(connectionFacts.getState());

const noteUnsaved = unsavedNote();

test('the four states are the line and the unsaved entries together', () => {
  expect(state()).toBe('connected');
  noteUnsaved(true);
  expect(state()).toBe('connected-unsaved');
  noteCall(false, 1);
  expect(state()).toBe('disconnected-unsaved');
  noteUnsaved(false);
  expect(state()).toBe('disconnected');
  noteCall(true, 2);
  expect(state()).toBe('connected');
});

test('a question that got no answer in time is a loss, unless something else came since', () => {
  noteCall(true, 10);
  noteLate(9);
  expect(state()).toBe('connected');
  noteLate(10);
  expect(state()).toBe('disconnected');
  noteCall(true, 11);
});

test('what one part of the portal has saved leaves unsaved what waits in another', () => {
  const [noteEntries, noteRights] = [unsavedNote(), unsavedNote()];
  noteEntries(true);
  noteRights(true);
  noteRights(false);
  expect(state()).toBe('connected-unsaved');
  noteEntries(false);
  expect(state()).toBe('connected');
});
