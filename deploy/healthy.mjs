// The health check of the image: 0 while the server of this container answers.
const port = process.env.SHEETWIRE_PORT || 8080;
try {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
