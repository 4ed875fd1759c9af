import { expect, test } from 'vitest';
import { connectionFacts, connectionState, noteCall, noteUnsaved } from './connection.ts';

const state = () => connectionState(connectionFacts.getState());

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
