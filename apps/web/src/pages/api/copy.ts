import { element } from './element.ts';

/** A piece of code with a button that copies it; over plain http, where pages may not, it selects the code instead. */
export function codeBlock(code: string, label: string): HTMLElement {
  const shown = element('pre', {}, element('code', {}, code));
  const said = element('span', { role: 'status', class: 'said' });
  const button = element(
    'button',
    { type: 'button', class: 'button', 'data-size': 'small', 'aria-label': label },
    'Copy',
  );
  button.addEventListener('click', async () => {
    said.textContent = (await isCopied(code)) ? 'Copied' : select(shown);
  });
  return element('div', { class: 'code' }, shown, element('div', { class: 'tools' }, said, button));
}

async function isCopied(code: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code);
    return true;
  } catch {
    return false;
  }
}

function select(shown: HTMLElement): string {
  getSelection()?.selectAllChildren(shown);
  return 'Selected; press Ctrl+C';
}
