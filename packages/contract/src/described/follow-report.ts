const source = `// npm install eventsource
import { EventSource } from 'eventsource';

const { SHEETWIRE, KEY, TOPIC } = process.env;

const withKey = (url, init) =>
  fetch(url, { ...init, headers: { ...init.headers, Authorization: \`Bearer \${KEY}\` } });

async function call(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await withKey(\`\${SHEETWIRE}/api/v1/\${path}/\`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function show() {
  const report = await call('reports/report', { topic: TOPIC });
  console.log(\`version \${report.version} of \${report.time}\`);
  return report.version ?? 0;
}

const stream = new EventSource(\`\${SHEETWIRE}/api/v1/live/stream/\`, { fetch: withKey });
stream.addEventListener('hello', async (event) => {
  const { streamId } = JSON.parse(event.data);
  await call('live/watch', { streamId, topics: [{ topic: TOPIC, version: await show() }] });
});
for (const news of ['delta', 'changed', 'rights']) stream.addEventListener(news, show);
stream.addEventListener('session', () => stream.close());
`;

/** A whole program that follows a report with an ordinary EventSource and a key. */
export const followReport = { lang: 'JavaScript', label: 'Follow a report with EventSource', source } as const;
