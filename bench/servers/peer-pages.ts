/** What a page needs to show whole pages that socket.io pushes. */
export const pushedPage =
  '<!doctype html><div id="report"></div><script src="/socket.io/socket.io.js"></script><script>' +
  "const box = document.getElementById('report');" +
  "io({ transports: ['websocket'] }).on('d', (html) => { box.innerHTML = html; });" +
  '</script>';

/** What a page needs to ask for a packed page every 250 ms, as the polling of old viewers does. */
export const polledPage =
  '<!doctype html><div id="report"></div><script>' +
  "const box = document.getElementById('report'); let have = 0;" +
  'async function poll() {' +
  "  const { version, packed } = await (await fetch('/now?have=' + have)).json();" +
  '  if (packed === undefined) return;' +
  '  have = version;' +
  '  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));' +
  "  box.innerHTML = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();" +
  '}' +
  'setInterval(poll, 250);' +
  '</script>';
