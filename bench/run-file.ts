import { pathToFileURL } from 'node:url'
import type { Benchmark } from './benchmark.ts'

async function runFile(file: string, wanted: string): Promise<void> {
  const module = (await import(pathToFileURL(file).href)) as { benchmarks: readonly Benchmark[]; close?: () => Promise<void> }
  try {
    await runAll(module.benchmarks, file, wanted)
  } finally {
    await module.close?.()
  }
}

async function runAll(benchmarks: readonly Benchmark[], file: string, wanted: string): Promise<void> {
  for (const { name, run } of benchmarks.filter((one) => `${file} ${one.name}`.includes(wanted))) {
    const { value, unit, limit } = await run()
    if (!Number.isFinite(value)) throw new Error(`${name}: nothing was measured`)
    const ratio = limit === null || limit === 0 ? null : value / limit
    process.stdout.write(
      `${JSON.stringify({ name, value: round(value), unit, limit: limit === null ? null : round(limit), ratio: ratio === null ? null : round(ratio) })}\n`,
    )
  }
}

const round = (value: number): number => Number(value.toPrecision(5))

const [file = '', wanted = ''] = process.argv.slice(2)
await runFile(file, wanted)
process.exit(0)
