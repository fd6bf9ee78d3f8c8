export type Measured = { readonly value: number; readonly unit: string; readonly limit: number | null }

/** A `*.bench.ts` file exports `benchmarks: readonly Benchmark[]`, and `close` if it leaves something running. */
export type Benchmark = { readonly name: string; readonly run: () => Promise<Measured> }

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
    : (sorted[Math.floor(middle)] ?? Number.NaN)
}
