/** How a file is served: only what cannot run anything is shown, all else is saved (safety 1). */
export interface FileType {
  readonly type: string;
  readonly isShown: boolean;
}

const types: ReadonlyMap<string, FileType> = new Map([
  ['png', shown('image/png')],
  ['jpg', shown('image/jpeg')],
  ['jpeg', shown('image/jpeg')],
  ['gif', shown('image/gif')],
  ['webp', shown('image/webp')],
  ['pdf', shown('application/pdf')],
  ['csv', saved('text/csv; charset=utf-8')],
  ['txt', saved('text/plain; charset=utf-8')],
  ['json', saved('application/json')],
  ['zip', saved('application/zip')],
  ['xlsx', saved('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')],
  ['docx', saved('application/vnd.openxmlformats-officedocument.wordprocessingml.document')],
  ['pptx', saved('application/vnd.openxmlformats-officedocument.presentationml.presentation')],
]);

function shown(type: string): FileType {
  return { type, isShown: true };
}

function saved(type: string): FileType {
  return { type, isShown: false };
}

/** By the name alone; what is not listed is bytes. */
export function fileTypeOf(name: string): FileType {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return types.get(ending) ?? saved('application/octet-stream');
}

/** `Content-Disposition` with the name in both forms (RFC 6266). */
export function dispositionOf(name: string): string {
  const kind = fileTypeOf(name).isShown ? 'inline' : 'attachment';
  const ascii = name.replace(/[^\w .()+&@#~=-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
