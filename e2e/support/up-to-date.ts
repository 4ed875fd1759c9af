/** What the chip says of a report that is known to be the newest, whoever publishes it and whenever that was. */
export const upToDate = /^(?:Live|Published (?:just now|\d+ \w+ ago)|Publisher silent for .+)$/;
