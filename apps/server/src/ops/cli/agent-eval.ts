import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { coinBySymbol } from '@aerie/market/catalogue'
import { TOOL_NAMES } from '@aerie/wire/agent/agent'
import { OWN_TOOL_NAMES, type OwnToolCall, ownArguments } from '@aerie/wire/agent/agent-own'
import type { LanguageModel } from 'ai'
import * as z from 'zod/mini'
import { type Call, callsOfModel, catalogueEngine, modelOf, ownAnswerText, ownTools, type Turn } from '../../areas/agent/index.ts'
import { loadConfig } from '../../config.ts'
import { SCRIPTED_NOW, scriptedAccount, scriptedMarket } from './scripted-account.ts'
import { CommandFailure, pathOf } from './usage.ts'

export const AGENT_EVAL_USAGE = `  agent eval FILE [--llm]               asks each question of a JSONL file ({"history","question","calls","own"?,"says"?,"never"?} a line), compares
                                        the tool calls in any order, prints every miss and at last {"right","total"};
                                        --llm asks the language model of the settings AGENT_LLM_*`

const expectedCall = z.object({
  name: z.enum(TOOL_NAMES),
  arguments: z.object({ ticker: z.string(), timeframe: z.optional(z.int()) }),
})
const expectedOwnCall = z.union(
  OWN_TOOL_NAMES.map((name) => z.object({ name: z.literal(name), arguments: ownArguments[name] })),
) as unknown as z.ZodMiniType<OwnToolCall>
const evaluationLine = z.object({
  history: z.array(z.string()),
  question: z.string(),
  calls: z.array(expectedCall),
  /** If present, calls for own data are compared too; otherwise they are ignored. */
  own: z.optional(z.array(expectedOwnCall)),
  /** Parts that the answer from the scripted account contains, and parts that would be misleading. */
  says: z.optional(z.array(z.string())),
  never: z.optional(z.array(z.string())),
})
export type EvalQuestion = z.output<typeof evaluationLine> & {
  readonly line: number
}

export type AnyCall = Call | OwnToolCall | z.output<typeof expectedCall>
export type Asker = (question: string, history: readonly Turn[]) => Promise<readonly AnyCall[]> | readonly AnyCall[]

/** Text of the answer, with the user's own data read from the scripted account. */
export type TextAsker = (question: string, history: readonly Turn[]) => Promise<string>

/** Blank lines count as lines. @throws CommandFailure naming the first invalid line */
export function parseQuestions(text: string, file: string): EvalQuestion[] {
  return text.split('\n').flatMap((row, index) => {
    if (row.trim() === '') return []
    const line = index + 1
    const parsed = z.safeParse(evaluationLine, parseJson(row, `${file}, line ${line}`))
    if (parsed.success) return [{ ...parsed.data, line }]
    const [issue] = parsed.error.issues
    const place = issue?.path.length ? `"${issue.path.join('.')}": ` : ''
    throw new CommandFailure(`${file}, line ${line}: ${place}${issue?.message ?? 'not as expected'}.`)
  })
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandFailure(`${place}: this is not JSON (${error instanceof Error ? error.message : String(error)}).`, { cause: error })
  }
}

const isOwnCall = ({ name }: AnyCall): boolean => OWN_TOOL_NAMES.some((own) => own === name)

function callText({ name, arguments: args }: AnyCall): string {
  const { ticker, timeframe, ...more }: Readonly<Record<string, string | number | readonly string[] | undefined>> = args
  const own = Object.entries(more).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const positional = [ticker, timeframe].flatMap((each) => (each === undefined ? [] : [String(each)]))
  return [name, ...positional, ...own.map(([key, value]) => `${key}=${String(value ?? '')}`)].join(' ')
}
const callsText = (calls: readonly AnyCall[]): string => (calls.length === 0 ? 'no call' : calls.map(callText).join(', '))
const isSame = (a: readonly AnyCall[], b: readonly AnyCall[]): boolean => callsText(sorted(a)) === callsText(sorted(b))
const sorted = (calls: readonly AnyCall[]): AnyCall[] => calls.toSorted((a, b) => (callText(a) < callText(b) ? -1 : 1))

/** Reports each miss immediately. @returns how many produced exactly the expected calls, in any order */
export async function evaluateAgent(
  questions: readonly EvalQuestion[],
  ask: Asker,
  print: (line: string) => void,
  textOf?: TextAsker,
): Promise<{ right: number; total: number }> {
  let right = 0
  for (const { question, history, calls: market, own, says = [], never = [], line } of questions) {
    const turns = history.map((text) => ({ sender: 'user', text }) as const)
    const answered = await outcomeOf(() => ask(question, turns))
    const got = typeof answered === 'string' || own !== undefined ? answered : answered.filter((call) => !isOwnCall(call))
    const calls: readonly AnyCall[] = [...market, ...(own ?? [])]
    const isRight = typeof got !== 'string' && isSame(got, calls)
    const text = isRight && textOf !== undefined && says.length + never.length > 0 ? await textOf(question, turns) : undefined
    const faults =
      text === undefined ? [] : [...says.filter((part) => !text.includes(part)), ...never.filter((part) => text.includes(part))]
    if (isRight && faults.length === 0) right += 1
    else if (isRight) print(missText(line, [...history, question], `an answer ${wantedText(says, never)}`, JSON.stringify(text)))
    else print(missText(line, [...history, question], callsText(calls), typeof got === 'string' ? got : callsText(got)))
  }
  return { right, total: questions.length }
}

const wantedText = (says: readonly string[], never: readonly string[]): string =>
  [`with ${JSON.stringify(says)}`, ...(never.length === 0 ? [] : [`without ${JSON.stringify(never)}`])].join(' ')

/** An engine error counts as a miss; evaluation continues. */
async function outcomeOf(ask: () => ReturnType<Asker>): Promise<readonly AnyCall[] | string> {
  try {
    return await ask()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function missText(line: number, messages: readonly string[], wanted: string, got: string): string {
  return `line ${line}: ${messages.map((text) => JSON.stringify(text)).join(' then ')}: expected ${wanted}; got ${got}`
}

/** `agent eval FILE [--llm]`. @throws CommandFailure */
export async function runAgentEvaluation(args: readonly string[], print: (line: string) => void): Promise<string> {
  const { file, isModel } = parseOrder(args)
  const questions = parseQuestions(readText(file), file)
  if (isModel) return `${JSON.stringify(await evaluateAgent(questions, modelAsker(configuredModel()), print))}\n`
  return `${JSON.stringify(await evaluateAgent(questions, builtInAsker(), print, scriptedAsker()))}\n`
}

function parseOrder(args: readonly string[]): { file: string; isModel: boolean } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { llm: { type: 'boolean' } } })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new CommandFailure('agent eval takes one FILE of questions.')
    return { file: pathOf(file), isModel: values.llm === true }
  } catch (error) {
    if (error instanceof TypeError) throw new CommandFailure(error.message, { cause: error })
    throw error
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read.`, { cause: error })
  }
}

function builtInAsker(): Asker {
  const engine = catalogueEngine()
  return (question, history) => {
    const { calls, own = [] } = engine.answer(question, history)
    return [...calls, ...own]
  }
}

/** Answers of the built-in engine over the scripted account, at its clock in UTC. */
export function scriptedAsker(): TextAsker {
  const engine = catalogueEngine()
  const run = ownTools({
    sources: scriptedAccount,
    market: scriptedMarket,
    now: () => SCRIPTED_NOW,
    onFailure: (error) => {
      throw error
    },
  })
  return async (question, history) => {
    const { text, own = [], language } = engine.answer(question, history)
    const results = []
    for (const call of own) results.push(await run(call, { userId: 'scripted', zone: 'UTC', language }))
    return [text, ...results.map(ownAnswerText)].join('\n')
  }
}

const modelAsker =
  (model: LanguageModel): Asker =>
  (question, turns) =>
    callsOfModel({ model, isCoin: (symbol) => coinBySymbol(symbol) !== undefined }, { question, turns })

function configuredModel(): LanguageModel {
  const model = modelOf(loadConfig(process.env, process.cwd()))
  if (model === undefined) {
    throw new CommandFailure('--llm needs the settings AGENT_LLM_PROVIDER and AGENT_LLM_MODEL (and AGENT_LLM_URL, AGENT_LLM_KEY).')
  }
  return model
}
