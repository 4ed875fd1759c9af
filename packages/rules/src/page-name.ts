/** The optional page of a report with its publisher's extra content for METADATA; it is always shown last (spec 2). */
export const metadataPage = 'METADATA';

/** Page names are compared without regard to case (semantics 4). */
export function isMetadataPage(name: string): boolean {
  return name.toUpperCase() === metadataPage;
}
