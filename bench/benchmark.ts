/** What a benchmark answers: a value beside the limit (a goal, or a peer measured in the same run). */
export type Measured = { readonly value: number; readonly unit: string; readonly limit: number | null }

/** A `*.bench.ts` file exports `benchmarks: readonly Benchmark[]`, and `close` where it leaves something running. */
export type Benchmark = { readonly name: string; readonly run: () => Promise<Measured> }

/** The middle of the values; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
    : (sorted[Math.floor(middle)] ?? Number.NaN)
}
