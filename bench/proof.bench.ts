import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { FACTS_MAX } from '../apps/server/src/areas/agent/agent-limits.ts'
import type { NumberFacts } from '../apps/server/src/areas/agent/proof/number-facts.ts'
import { inSlices, warmUpProof } from '../apps/server/src/areas/agent/proof/proof-pace.ts'
import { NumberProof } from '../apps/server/src/areas/agent/proof/prove-numbers.ts'
import { languageJudge } from '../apps/server/src/areas/agent/proof/sentence-language.ts'
import { type Benchmark, median } from './benchmark.ts'

const LENGTH = 4_000
const ROUNDS = 5
const LIMIT_MS = 20
const TEXT =
  'Bitcoin is at $64,012.33 and may rise by 2.4% in 12 hours, or not. five hundred thirty thousand dollars und fünfhundertdreißigtausend Euro on January 15, 2026 at 12:00 pm, 15 января. '

const figures = Array.from({ length: FACTS_MAX }, (_, index) => ({ currency: index % 2 ? 'BTC' : 'ETH', price: 60_000 + index, at: index }))
const FACTS: NumberFacts = { figures, percents: [80], hours: [1, 12, 24], moments: figures.map(({ at }) => at) }

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** CPU milliseconds of the longest slice, in a process without a proof so far. */
async function slowestSlice(): Promise<number> {
  const judge = await languageJudge()
  await warmUpProof(judge)
  const proof = new NumberProof(judge)
  let slowest = 0
  await inSlices(TEXT.repeat(LENGTH / TEXT.length + 1).slice(0, LENGTH), (slice) => {
    const before = cpuMs()
    proof.add(slice, FACTS)
    proof.shown(FACTS)
    slowest = Math.max(slowest, cpuMs() - before)
    return true
  })
  return slowest
}

async function fresh(): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const [slowest] = (await once(child, 'message')) as [number]
  return slowest
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: `agent: proving a piece of ${LENGTH.toLocaleString('en')} characters in a cold process, the slowest slice`,
    run: async () => {
      const values: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) values.push(await fresh())
      return { value: median(values), unit: 'ms cpu', limit: LIMIT_MS }
    },
  },
]

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) process.send(await slowestSlice())
