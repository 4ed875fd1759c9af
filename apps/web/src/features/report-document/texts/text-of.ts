/** What a cell shows: its text, or the value of the control in it. */
export function textOf(cell: Element): string {
  const control = cell.querySelector('select, textarea, input');
  if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.text ?? '';
  if (control instanceof HTMLTextAreaElement) return control.value;
  if (control instanceof HTMLInputElement) {
    return control.type === 'checkbox' ? (control.checked ? 'TRUE' : 'FALSE') : control.value;
  }
  return Array.from(cell.childNodes, ownText).join('').trim();
}

/** What lies over a cell is none of its content. */
function ownText(node: Node): string {
  return node instanceof HTMLElement && node.dataset.drawing !== undefined ? '' : (node.textContent ?? '');
}
