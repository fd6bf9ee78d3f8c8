export type Outcome = {
  readonly group: string
  readonly result: string
  /** Whether it reached a handler, not only a rate limit. */
  readonly isHandled: boolean
}

export type Slow = { readonly ms: number; readonly what: string }
const SLOWEST = 10
const FAULTS_SHOWN = 40

export function tally() {
  const counts = new Map<string, Map<string, number>>()
  const slowest: Slow[] = []
  const faults = new Map<string, { count: number; readonly input: string }>()
  let inputs = 0
  let handled = 0
  return {
    inputs: () => inputs,
    handled: () => handled,
    counts: (): ReadonlyMap<string, ReadonlyMap<string, number>> => counts,
    slowest: (): readonly Slow[] => slowest,
    faults: () => [...faults].map(([kind, { count, input }]) => ({ kind, count, input })),
    add({ group, result, isHandled }: Outcome, times = 1): void {
      inputs += times
      if (isHandled) handled += times
      const results = counts.get(group) ?? new Map<string, number>()
      counts.set(group, results.set(result, (results.get(result) ?? 0) + times))
    },
    time(ms: number, what: string): void {
      const last = slowest.at(-1)
      if (slowest.length >= SLOWEST && last !== undefined && ms <= last.ms) return
      slowest.push({ ms, what: what.slice(0, 160) })
      slowest.sort((a, b) => b.ms - a.ms)
      slowest.length = Math.min(slowest.length, SLOWEST)
    },
    fault(kind: string, input: string): void {
      const known = faults.get(kind)
      if (known !== undefined) known.count += 1
      else if (faults.size < FAULTS_SHOWN) faults.set(kind, { count: 1, input: input.slice(0, 1_500) })
    },
  }
}
export type Tally = ReturnType<typeof tally>
