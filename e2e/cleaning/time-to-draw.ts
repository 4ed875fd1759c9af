/** Runs in the browser: puts the page into a box as the portal's and waits until it is drawn; milliseconds. */
export async function timeToDraw(html: string): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const host = document.createElement('div');
  host.style.cssText = 'contain:strict;isolation:isolate;overflow:auto;width:800px;height:600px';
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = html;
  await frame();
  const start = performance.now();
  document.body.append(host);
  // Laid out, then painted, then shown: the frame after the next one begins when the last was handed on.
  host.getBoundingClientRect();
  await frame();
  await frame();
  await frame();
  const time = performance.now() - start;
  host.remove();
  await frame();
  return time;
}
