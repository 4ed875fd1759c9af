/** The settings of a unit of systemd by section and name, in order; a line that is neither is a fault. */
export function readUnit(text: string): Map<string, readonly string[]> {
  const settings = new Map<string, string[]>();
  let section = '';
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, head] = /^\[(\w+)\]$/.exec(line) ?? [];
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (head !== undefined) section = head;
    else if (name !== undefined && value !== undefined) {
      const key = `${section}.${name}`;
      settings.set(key, [...(settings.get(key) ?? []), value]);
    } else if (line !== '' && !line.startsWith('#')) throw new Error(`what is ${line}?`);
  }
  return settings;
}
