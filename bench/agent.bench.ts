import { readFileSync } from 'node:fs'
import { builtInEngine } from '@aerie/agent/engine'
import { COINS } from '@aerie/market/catalogue'
import { HISTORY_MAX_HOURS, PREDICTION_MAX_HOURS } from '@aerie/wire/market/market-data'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { type Benchmark, median } from './benchmark.ts'

const options = {
  coins: COINS.map(({ symbol, name, coingeckoId }) => ({ symbol, name, slugs: [coingeckoId] })),
  predicted: PREDICTED_SYMBOLS,
  maxPredictionHours: PREDICTION_MAX_HOURS,
  maxHistoryHours: HISTORY_MAX_HOURS,
}

type Question = { readonly question: string; readonly history: readonly string[] }
const questionsOf = (name: string): Question[] =>
  readFileSync(new URL(`../packages/agent/eval/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Question)

const ROUNDS = 3

function replyTimes(questions: readonly Question[]): number[] {
  const engine = builtInEngine(options)
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { question, history } of questions) {
      const turns = history.map((text) => ({ sender: 'user', text }) as const)
      const before = performance.now()
      engine.answer(question, turns)
      if (round > 0) times.push(performance.now() - before)
    }
  }
  return times
}

const MESSAGE_LENGTH = 4_000
const TURNS = 60

/** Each kind of word, sign and expanding character that a step of the engine examines twice. */
const PIECES =
  `ﷺ|㋿|price of btc and eth in 6 hours, |qwertz |1,|1 |1a|价|半|六小时后|(|btc,|btc6h|6h |6h,|six and |not btc |and |last |the |1-|1 hour and |predcit |etherxum
  |bitcoinkurs |near |of link |compare |tomorrow |12:00 |x-y-|ETHUSDT |aaaaaaaaaaaaaaaaaaaaaaaa |1h30|what about |₿|my trades last week |мои сделки |我的交易|meine Verluste `.split(
    '|',
  )

/** CPU milliseconds of the slowest of several messages of maximum length, after a warm-up. */
function longestReply(): number {
  const engine = builtInEngine(options)
  return Math.max(
    ...PIECES.map((piece) => {
      const text = piece.repeat(Math.ceil(MESSAGE_LENGTH / piece.length)).slice(0, MESSAGE_LENGTH)
      const history = Array.from({ length: TURNS }, () => ({ sender: 'user', text }) as const)
      return median(
        Array.from({ length: 5 }, () => {
          const before = process.cpuUsage()
          engine.answer(text, history)
          return process.cpuUsage(before).user / 1_000
        }),
      )
    }),
  )
}

function buildTime(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    builtInEngine(options)
    return process.cpuUsage(before).user / 1_000
  })
  return median(times)
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'agent: a reply of the built-in engine, median',
    run: async () => ({ value: median(replyTimes(questionsOf('questions.jsonl'))), unit: 'ms', limit: 2 }),
  },
  {
    name: 'agent: a question on own data, read, median',
    run: async () => ({ value: median(replyTimes(questionsOf('own-questions.jsonl'))), unit: 'ms', limit: 2 }),
  },
  { name: 'agent: a reply to the longest messages, worst case', run: async () => ({ value: longestReply(), unit: 'ms cpu', limit: 20 }) },
  { name: 'agent: building the engine', run: async () => ({ value: buildTime(), unit: 'ms cpu', limit: 200 }) },
]
