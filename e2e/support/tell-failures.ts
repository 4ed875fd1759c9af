import { afterEach, beforeEach } from 'vitest';
import { nowRunning, tellWhatIsOpen } from './witness.ts';

beforeEach(({ task }) => nowRunning(task));
afterEach(tellWhatIsOpen);
