/** A change that only pages written anew as a whole can show. */
export class NotFollowed extends Error {}
