/**
 * Runs a piece of work for a key, one run at a time. Whoever asks gets the result of a run that began after they asked;
 * those who ask while one is under way share the next.
 */
export function serializeByKey<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  type Turn = { readonly running: Promise<T>; next?: Promise<T> }
  const turns = new Map<string, Turn>()

  const begin = (key: string): Promise<T> => {
    const turn: Turn = {
      running: work(key).finally(() => {
        if (turns.get(key) === turn) turns.delete(key)
      }),
    }
    turns.set(key, turn)
    return turn.running
  }
  return (key) => {
    const turn = turns.get(key)
    if (turn === undefined) return begin(key)
    turn.next ??= turn.running.then(
      () => begin(key),
      () => begin(key),
    )
    return turn.next
  }
}
