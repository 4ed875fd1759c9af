import { afterAll, afterEach, beforeEach } from 'vitest';
import { endWhatIsLeft } from './left-over.ts';
import { forgetTheFile, nowRunning, tellWhatIsOpen } from './witness.ts';

beforeEach(({ task }) => nowRunning(task));
afterEach(tellWhatIsOpen);
// The last is done first.
afterAll(forgetTheFile);
afterAll(endWhatIsLeft);
