import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueEngine } from '../../areas/agent/answers/catalogue-engine.ts'
import type { Call } from '../../areas/agent/answers/draft.ts'
import { evaluateAgent, parseQuestions, scriptedAsker } from './agent-eval.ts'
import { CommandFailure } from './usage.ts'

const PRICE: Call = { name: 'get_crypto_price', arguments: { ticker: 'BTC' } }
const LATER: Call = { name: 'get_crypto_prediction', arguments: { ticker: 'BTC', timeframe: 6 } }
const lineOf = (question: string, calls: readonly Call[], history: readonly string[] = []) => JSON.stringify({ history, question, calls })
const questions = (...lines: readonly string[]) => parseQuestions(lines.join('\n'), 'q.jsonl')

describe('a question file', () => {
  it('is read line by line, skipping blank lines', () =>
    expect(questions(lineOf('btc', [PRICE]), '', lineOf('hello', []), '').map(({ line, question }) => [line, question])).toEqual([
      [1, 'btc'],
      [3, 'hello'],
    ]))

  it.each([
    ['{"history": [], "question": "x"', /^q\.jsonl, line 2: this is not JSON/],
    ['{"history": [], "question": 5, "calls": []}', /^q\.jsonl, line 2: "question":/],
    ['{"question": "x", "calls": []}', /^q\.jsonl, line 2: "history":/],
    ['{"history": [], "question": "x", "calls": [{"name": "rm", "arguments": {"ticker": "BTC"}}]}', /^q\.jsonl, line 2: "calls\.0\.name":/],
    [
      '{"history": [], "question": "x", "calls": [{"name": "get_crypto_price", "arguments": {"ticker": "BTC", "timeframe": 1.5}}]}',
      /line 2: "calls\.0\.arguments\.timeframe":/,
    ],
  ])('is rejected with the number of its invalid line: %s', (bad, message) => {
    expect(() => questions(lineOf('btc', [PRICE]), bad)).toThrow(CommandFailure)
    expect(() => questions(lineOf('btc', [PRICE]), bad)).toThrow(message)
  })
})

describe('an evaluation', () => {
  it('counts exactly the expected calls, in any order', async () => {
    const output: string[] = []
    const asked = questions(lineOf('a', [PRICE, LATER]), lineOf('b', [PRICE]), lineOf('c', [PRICE, PRICE]), lineOf('d', []))
    const score = await evaluateAgent(
      asked,
      (question) => (question === 'a' ? [LATER, PRICE] : question === 'b' ? [LATER] : [PRICE]),
      (line) => output.push(line),
    )
    expect(score).toEqual({ right: 1, total: 4 })
    expect(output).toEqual([
      'line 2: "b": expected get_crypto_price BTC; got get_crypto_prediction BTC 6',
      'line 3: "c": expected get_crypto_price BTC, get_crypto_price BTC; got get_crypto_price BTC',
      'line 4: "d": expected no call; got get_crypto_price BTC',
    ])
  })

  it('compares calls for own data when the line names them, and otherwise ignores them', async () => {
    const own = { name: 'get_own_statistics', arguments: { figure: 'fees', period: 'this_month' } } as const
    const output: string[] = []
    const lines = [
      JSON.stringify({ history: [], question: 'a', calls: [], own: [own] }),
      JSON.stringify({ history: [], question: 'b', calls: [], own: [] }),
      lineOf('c', []),
    ]
    const score = await evaluateAgent(
      questions(...lines),
      () => [own],
      (line) => output.push(line),
    )
    expect(score).toEqual({ right: 2, total: 3 })
    expect(output).toEqual(['line 2: "b": expected no call; got get_own_statistics figure=fees period=this_month'])
  })

  it('passes the previous questions to the engine', async () => {
    const received: unknown[] = []
    await evaluateAgent(
      questions(lineOf('and now?', [], ['btc', 'eth'])),
      (_, history) => {
        received.push(...history)
        return []
      },
      () => undefined,
    )
    expect(received).toEqual([
      { sender: 'user', text: 'btc' },
      { sender: 'user', text: 'eth' },
    ])
  })

  it('counts a question whose engine failed as a miss, and continues', async () => {
    const output: string[] = []
    const fail = (question: string) => {
      if (question === 'a') throw new Error('no answer')
      return []
    }
    expect(await evaluateAgent(questions(lineOf('a', []), lineOf('b', [])), fail, (line) => output.push(line))).toEqual({
      right: 1,
      total: 2,
    })
    expect(output).toEqual(['line 1: "a": expected no call; got no answer'])
  })
})

describe('the built-in engine', () => {
  const sets = fileURLToPath(new URL('../../../../../packages/agent/eval/', import.meta.url))
  const engine = catalogueEngine()
  const missesOf = async (name: string) => {
    const misses: string[] = []
    const asked = parseQuestions(readFileSync(join(sets, name), 'utf8'), name)
    const score = await evaluateAgent(
      asked,
      (question, history) => {
        const { calls, own = [] } = engine.answer(question, history)
        return [...calls, ...own]
      },
      (line) => misses.push(line),
      scriptedAsker(),
    )
    return { ...score, misses }
  }

  it.each([
    ['questions.jsonl', 1_200],
    ['held-out.jsonl', 270],
    ['own-questions.jsonl', 180],
  ])('understands every question of %s', async (name, least) => {
    const { total, misses } = await missesOf(name)
    expect(misses).toEqual([])
    expect(total).toBeGreaterThan(least)
  })
})

describe('the command', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'aerie-agent-eval-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const env = { ...process.env, INIT_CWD: undefined, AGENT_LLM_PROVIDER: undefined, NODE_NO_WARNINGS: '1' }
  const write = (...lines: readonly string[]) => writeFileSync(join(folder, 'q.jsonl'), `${lines.join('\n')}\n`)

  it('prints each miss, with the score as the last line', () => {
    write(lineOf('btc in 6 hours', [LATER]), lineOf('btc', []))
    const printed = execFileSync(process.execPath, [main, 'agent', 'eval', 'q.jsonl'], { cwd: folder, env, encoding: 'utf8' })
    expect(printed.trimEnd().split('\n')).toEqual(['line 2: "btc": expected no call; got get_crypto_price BTC', '{"right":1,"total":2}'])
  })

  it.each([
    [['agent', 'eval'], 'agent eval takes one FILE of questions.'],
    [['agent', 'eval', 'missing.jsonl'], 'cannot be read.'],
    [['agent', 'eval', 'q.jsonl', '--fast'], "Unknown option '--fast'"],
    [['agent', 'eval', 'q.jsonl', '--llm'], '--llm needs the settings AGENT_LLM_PROVIDER and AGENT_LLM_MODEL'],
  ])('reports an error in one line: %j', (args, message) => {
    write(lineOf('btc', [PRICE]))
    const { status, stderr } = spawnSync(process.execPath, [main, ...args], { cwd: folder, env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
