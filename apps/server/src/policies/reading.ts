/** What may be asked of a map at one moment. */
export interface Reading<Key, Value> {
  readonly size: number;
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  keys(): Iterable<Key>;
  values(): Iterable<Value>;
}
