/** Thrown when an op does not fit the page it is applied to: the caller fetches the whole report. */
export class OpMismatch extends Error {}
