import { expect, test } from 'vitest';
import { agentWords } from './agent-words.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test('the browsers that people use are named with their system', () => {
  const agents = [
    `${windows} Chrome/131.0.0.0 Safari/537.36`,
    `${windows} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    `${windows} Chrome/131.0.0.0 Safari/537.36 OPR/115.0.0.0`,
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`,
    `${iphone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`,
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  ];
  expect(agents.map((agent) => agentWords(agent).text)).toEqual([
    'Chrome on Windows',
    'Edge on Windows',
    'Opera on Windows',
    'Firefox on Linux',
    'Safari on macOS',
    'Safari on iPhone',
    'Chrome on iPhone',
    'Chrome on ChromeOS',
  ]);
});

test('a phone is told from a desk', () => {
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';
  expect(agentWords(android)).toEqual({ text: 'Chrome on Android', isPhone: true });
  expect(agentWords(`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`).isPhone).toBe(true);
  expect(agentWords(`${windows} Chrome/131.0.0.0 Safari/537.36`).isPhone).toBe(false);
});

test('what is no browser keeps its own name, and no description says so', () => {
  expect(agentWords('curl/8.9.1').text).toBe('curl');
  expect(agentWords('').text).toBe('Unknown browser');
  expect(agentWords('Mozilla/5.0').text).toBe('Unknown browser');
  expect(agentWords(`${'x'.repeat(500)}/1`).text).toHaveLength(40);
});
