import DataLoader from 'dataloader'

/**
 * A lookup whose calls of one turn of the event loop share a statement. `read` gets up to `most` keys and returns a value for each, in
 * their order. Nothing is cached.
 */
export function batched<Key, Value>(most: number, read: (keys: readonly Key[]) => Promise<readonly Value[]>): (key: Key) => Promise<Value> {
  const loader = new DataLoader(read, { cache: false, maxBatchSize: most })
  return (key) => loader.load(key)
}
