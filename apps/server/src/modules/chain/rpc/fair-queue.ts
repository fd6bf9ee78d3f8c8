type Limits = { readonly most: number; readonly mostOfCaller: number }

/** First in, first out for each caller, and callers in turn: who brings a hundred waits for his own. */
export function fairQueue<T extends { readonly caller: string }>({ most, mostOfCaller }: Limits) {
  // Callers in the order of their turn; none without anything that waits.
  const lines = new Map<string, T[]>()
  let size = 0
  const remove = (item: T): void => {
    const line = lines.get(item.caller) ?? []
    const at = line.indexOf(item)
    if (at < 0) return
    line.splice(at, 1)
    size -= 1
    if (line.length === 0) lines.delete(item.caller)
  }
  return {
    /** @returns false when it is full, for this caller or for all */
    add: (item: T): boolean => {
      const line = lines.get(item.caller) ?? []
      if (size >= most || line.length >= mostOfCaller) return false
      line.push(item)
      lines.set(item.caller, line)
      size += 1
      return true
    },
    /** Takes out the oldest of the caller whose turn it is. */
    next: (): T | undefined => {
      const [caller, line] = lines.entries().next().value ?? []
      const item = line?.[0]
      if (caller === undefined || line === undefined || item === undefined) return undefined
      remove(item)
      lines.delete(caller)
      if (line.length > 0) lines.set(caller, line)
      return item
    },
    remove,
  }
}
