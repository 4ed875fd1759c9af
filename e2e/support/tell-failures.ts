import { afterAll, afterEach, beforeEach } from 'vitest';
import { endWhatIsLeft } from './left-over.ts';
import { nowRunning, tellWhatIsOpen } from './witness.ts';

beforeEach(({ task }) => nowRunning(task));
afterEach(tellWhatIsOpen);
afterAll(endWhatIsLeft);
