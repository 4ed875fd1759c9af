/** A JSON answer that is text or compressed bytes already: made once, sent to many. */
export interface Encoded {
  readonly encodedBody: string | Buffer;
  /** The Content-Encoding of the bytes; the caller has checked what the client accepts. */
  readonly encoding?: 'gzip' | 'br' | 'zstd';
}
