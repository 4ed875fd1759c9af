/** What every id of a report begins with, so that none of them meets an id or a name of the portal. */
const PREFIX = 'r-';

/** The id that a report's own id has on the page; a link to `#x` leads to the element of this id (safety 1). */
export function anchorId(id: string): string {
  return id.startsWith(PREFIX) ? id : PREFIX + id;
}
