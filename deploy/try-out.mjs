// Publishes a report with an API key, reads it back and removes it: that a portal works, end to end. Used by `helm test`.
//   PORTAL=https://reports.acme.example API_KEY=… TOPIC=ACME/TRY/OUT node try-out.mjs
const { PORTAL: portal = 'http://127.0.0.1:8080', API_KEY: key, TOPIC: topic } = process.env;

async function call(path, body) {
  const answer = await fetch(`${portal}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${said.error?.message}`);
  return said;
}

async function run() {
  const ready = await fetch(`${portal}/readyz`);
  console.log(`/readyz: ${ready.status} ${await ready.text()}`);
  if (!ready.ok) throw new Error('the portal is not ready');
  if (!key || !topic) return console.log('no API_KEY and TOPIC: nothing is published');
  const value = new Date().toISOString();
  const html = `<table><tbody><tr><td data-cell="A1">${value}</td></tr></tbody></table>`;
  const { version } = await call('publish/report/', { topic, pages: [{ name: 'Try', html }] });
  console.log(`published ${topic}, version ${version}`);
  const { pages } = await call('reports/report/', { topic });
  await call('publish/remove/', { topic });
  if (!JSON.stringify(pages).includes(value)) throw new Error('the report does not show what was published');
  console.log('read back what was published');
}

try {
  await run();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
