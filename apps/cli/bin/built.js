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
  const { programs, sources } = readList(join(root, home, 'sources.json'));
  if (programs === undefined) return undefined;
  const isAsItWas = ([file, changed, size]) => {
    const now = statSync(join(root, file), { throwIfNoEntry: false });
    return now !== undefined && now.mtimeMs === changed && now.size === size;
  };
  return sources.every(isAsItWas) ? programs : undefined;
}

// A list that is not there, belongs to another user alone, or was cut off as the machine went down is no list.
function readList(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (fault) {
    if (fault instanceof SyntaxError || fault.code === 'ENOENT' || fault.code === 'EACCES') return {};
    throw fault;
  }
}
