type Slot = { next?: () => void; readonly timer: NodeJS.Timeout }

/** Per key: runs the first call immediately, then at most every `everyMs` the latest one. */
export function throttled(everyMs: number) {
  const slots = new Map<string, Slot>()
  const open = (key: string): void => {
    const timer = setTimeout(() => {
      const { next } = slots.get(key) ?? {}
      slots.delete(key)
      if (next === undefined) return
      open(key)
      next()
    }, everyMs)
    slots.set(key, { timer })
  }
  return {
    run: (key: string, work: () => void): void => {
      const slot = slots.get(key)
      if (slot !== undefined) {
        slot.next = work
        return
      }
      open(key)
      work()
    },
    drop: (key: string): void => {
      clearTimeout(slots.get(key)?.timer)
      slots.delete(key)
    },
  }
}
