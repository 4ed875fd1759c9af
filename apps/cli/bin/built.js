// Plain JavaScript, as sheetwire.js is: TypeScript would cost each command more than the check itself.
import { readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const home = 'apps/server/dist';

export function programToRun(source) {
  // In the bundle programs lie side by side.
  if (source.pathname.endsWith('.js')) return source;
  const root = fileURLToPath(new URL('../../../', source));
  const file = freshPrograms(root)?.[relative(root, fileURLToPath(source)).replaceAll(sep, '/')];
  return file === undefined ? source : pathToFileURL(join(root, home, file));
}

export function freshPrograms(root) {
  const text = readIfThere(join(root, home, 'sources.json'));
  if (text === undefined) return undefined;
  const { programs, sources } = JSON.parse(text);
  const isAsItWas = ([file, changed, size]) => {
    const now = statSync(join(root, file), { throwIfNoEntry: false });
    return now !== undefined && now.mtimeMs === changed && now.size === size;
  };
  return sources.every(isAsItWas) ? programs : undefined;
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    if (fault.code === 'ENOENT') return undefined;
    throw fault;
  }
}
