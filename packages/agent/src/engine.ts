import { MOST_MOVERS } from '@aerie/wire/agent/agent-own'
import { type AlertRequest, alertRequest } from './alert-request.ts'
import { type AgentCoin, buildCoinIndex } from './coins/coin-index.ts'
import type { AgentLanguage } from './concepts.ts'
import { type Context, type Interpretation, NO_CONTEXT, understandIn, withCalls, withCoins } from './conversation.ts'
import { droppedWords } from './dropped-words.ts'
import { figureFrame, figureWord, isBeyondFigures } from './figure-request.ts'
import { DEFAULT_HOURS, type Kind } from './intents.ts'
import { askingClauses, askingPart, askingRest, CLAUSE } from './noise.ts'
import { type OrderRequest, orderRequest } from './order-request.ts'
import type { OwnCall } from './own/own-call.ts'
import { exclusionCut } from './own/own-exclusion.ts'
import { callsOf, isOfMarket } from './own/own-frame.ts'
import { type OwnRequest, ownReader } from './own/own-request.ts'
import { buildPhraseIndex } from './phrase-index.ts'
import { planCalls } from './plan.ts'
import { isOfOtherTime, type Reading, readQuestion } from './reading.ts'
import { type Limits, type PlannedCall, type ReplyWriter, replyWriter, unspokenText } from './reply.ts'
import type { Knowledge } from './text/words.ts'

/** Call of a market tool. `timeframe`: whole hours ahead or back, from 1; absent for the current price. */
export type AgentToolCall = {
  readonly name: 'get_crypto_price' | 'get_crypto_prediction' | 'get_crypto_history'
  readonly arguments: { readonly ticker: string; readonly timeframe?: number }
}

/** Earlier turn of the conversation. Only the calls of agent turns are read, never their text. */
export type AgentTurn = { readonly sender: 'user' | 'agent'; readonly text: string; readonly calls?: readonly AgentToolCall[] }

/** Reply. With calls, `text` only introduces their results. `text` holds no figures except hours and tool limits. */
export type AgentReply = {
  readonly text: string
  readonly calls: readonly AgentToolCall[]
  readonly language: AgentLanguage
  readonly suggestions: readonly string[]
  readonly alert?: AlertRequest
  readonly order?: OrderRequest
  /** Reads of the user's own data. If present, `calls` is empty, and `text` only names a part of the question that is left out. */
  readonly own?: readonly OwnCall[]
}

/** Engine options. `predicted`: symbols with predictions. Hours are the maximum of a call. */
export type AgentOptions = {
  readonly coins: readonly AgentCoin[]
  readonly predicted: readonly string[]
  readonly maxPredictionHours: number
  readonly maxHistoryHours: number
}

const MOST_TURNS = 40
/** Length limit for each earlier turn and for all together, newest first; bounds the running time. */
const MOST_OF_TURN = 300
const MOST_OF_HISTORY = 1_200
const TOOLS = { price: 'get_crypto_price', prediction: 'get_crypto_prediction', history: 'get_crypto_history' } as const
const SUGGESTED_HOURS = 6
/** Unknown words that make a clause small talk. */
const LEAST_NOISE = 2

/** Deterministic engine without a model, I/O or clock; linear time, never throws. Indexes take a few ms: reuse it per catalogue. */
export const builtInEngine = (options: AgentOptions) => {
  const phrases = buildPhraseIndex()
  const knowledge: Knowledge = { phrases, coins: buildCoinIndex(options.coins, phrases) }
  const capabilities = {
    predicted: new Set(options.predicted),
    maxPredictionHours: options.maxPredictionHours,
    maxHistoryHours: options.maxHistoryHours,
  }
  const limits: Limits = { predicted: options.predicted, ahead: options.maxPredictionHours, back: options.maxHistoryHours }

  const read = (context: Context, text: string, most?: number): Reading =>
    readQuestion(text, knowledge, { spoken: context.language, ...(most !== undefined && { most }) })

  const marketPart = (context: Context, text: string, whole: Reading): Reading => {
    const sentences = askingPart(text, (sentence) => read(context, sentence))
    const { unknownCount } = sentences === text ? whole : read(context, sentences)
    const part = unknownCount < LEAST_NOISE ? sentences : askingClauses(sentences, (clause) => read(context, clause))
    return part === text ? whole : { ...read(context, part), unspoken: whole.unspoken, language: whole.language }
  }

  const { read: readOwn, isOwnTopic } = ownReader((text, language) =>
    readQuestion(text, knowledge, { spoken: language, most: MOST_OF_TURN }),
  )
  const readOwnIn = (text: string, reading: Reading, { own, coins, language }: Context) =>
    readOwn(text, reading, { before: own, coins, language })

  /** The user's own part of a question; a market part beside it is named, because one reply has one kind of result. */
  const ownPart = ({ text: question, reading, marketReading, context }: Question): OwnReply | undefined => {
    const whole = readOwnIn(question, reading, context)
    // "My BTC PnL and the BTC price in 6 hours": the time may be of the market's part.
    if (whole?.problem !== undefined && whole.problem !== 'period' && whole.problem !== 'now') return whole
    // "Between BTC and ETH" is one clause: "entre BTC" alone would be an entry.
    const clauses = question
      .slice(0, MOST_OF_TURN)
      .split(BETWEEN.test(question) ? /$/u : CLAUSE)
      .filter((clause) => clause.trim() !== '')
    if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return whole
    const isMarket = clauses.map((clause) => isMarketClause(clause, read(context, clause)))
    const mine = clauses.filter((_, at) => !isMarket[at]).join(' ')
    if (mine === '' || !isMarket.includes(true)) return whole
    const mineReading = read(context, mine)
    // "SOL price and what I lost on it".
    const coins = clauses.flatMap((clause, at) => (isMarket[at] ? read(context, clause).coins : []))
    const asked = readOwnIn(mine, mineReading, { ...NO_CONTEXT, coins })
    const isTalkDropped = marketReading !== reading
    // Small talk that sounds like the user's own data ("I lost my keys"), beside a question about the market.
    if (isTalkDropped && (asked === undefined || mineReading.unknownCount > 0)) return undefined
    return asked === undefined ? whole : { ...asked, isPart: true }
  }

  const isMarketClause = (clause: string, reading: Reading): boolean => {
    const figures = figuresIn(clause, reading, NO_CONTEXT)
    if (typeof figures === 'object' && isOfMarket(figures)) return true
    return (
      reading.coins.length > 0 &&
      (reading.concepts.has('price') ||
        reading.concepts.has('predict') ||
        reading.isAhead ||
        (reading.concepts.has('ask') && reading.concepts.has('at'))) &&
      !isOwnTopic(clause, reading) &&
      readOwnIn(clause, reading, NO_CONTEXT) === undefined
    )
  }
  /** "Forecast BTC 6h and how accurate are you": a clause that another answer belongs to. */
  const isBesideFigures = ({ text, context }: Question): boolean => {
    const clauses = text.slice(0, MOST_OF_TURN).split(CLAUSE)
    return (
      clauses.length > 1 &&
      clauses.length <= MOST_CLAUSES &&
      clauses.some((clause) => {
        const reading = read(context, clause)
        const isKind = reading.coins.length > 0 && (reading.concepts.has('predict') || reading.concepts.has('history'))
        return isKind && figuresIn(clause, reading, NO_CONTEXT) === undefined
      })
    )
  }
  const figuresIn = (text: string, reading: Reading, { coins, own, intents }: Context) =>
    figureFrame(text, reading, {
      coins,
      hours: hoursAhead(intents),
      predicted: options.predicted,
      maxHours: options.maxPredictionHours,
      before: own,
    })

  /** A question that is not understood as a whole is answered where one of its clauses is; the rest is named. */
  const marketAnswer = (context: Context, question: string, reading: Reading) => {
    const whole = understandIn(context, reading, options.predicted)
    const text = question.slice(0, MOST_OF_TURN)
    if (!('refusal' in whole.interpretation) || whole.interpretation.refusal !== 'scope') return { ...whole, isPart: false }
    const clauses = askingRest(text, (clause) => read(context, clause))
    const part =
      clauses === text ? whole : understandIn(context, { ...read(context, clauses), language: reading.language }, options.predicted)
    return 'groups' in part.interpretation ? { ...part, isPart: true } : { ...whole, isPart: false }
  }

  /** Alert or order that the user asks for: only a draft. */
  const draftOf = ({ text, reading, context }: Question): Understood | undefined => {
    const language = reading.language ?? context.language ?? 'en'
    const writer = replyWriter(language, limits)
    const shared = { calls: [], language, suggestions: [] }
    const alert = alertRequest(text, reading, context.coins)
    if (alert === 'dated') return { reply: () => ({ ...shared, text: writer.refusal(alert) }), next: { ...context, language } }
    if (alert !== undefined) {
      const reply = () => ({ ...shared, text: `${writer.alert(alert.symbol)}${droppedText({ ...reading, amounts: [] }, writer)}`, alert })
      return { reply, next: withCoins(context, [alert.symbol]) }
    }
    const order = orderRequest(text, reading)
    if (order === undefined) return undefined
    const reply = () => ({ ...shared, text: `${writer.order(order.symbol)}${droppedText({ ...reading, amounts: [] }, writer)}`, order })
    return { reply, next: withCoins({ ...context, language }, [order.symbol]) }
  }

  /** Figures that the server reads: of the account, or of the market beyond its prices. */
  const figuresOf = (question: Question): Understood | undefined => {
    const { text, reading, context } = question
    const figures = figuresIn(text, reading, context)
    const shared = { language: reading.language ?? context.language ?? 'en' }
    const own: OwnReply | undefined =
      figures === undefined
        ? ownPart(question)
        : typeof figures === 'string'
          ? { ...shared, calls: [], problem: figures }
          : {
              ...shared,
              calls: callsOf(figures),
              frame: figures,
              ...(isOfMarket(figures) && { left: droppedWords(question.marketReading, figureWord(text, figures)) }),
              isPartLeft:
                (figures.subject === 'alerts' && isOfOtherTime(reading)) || (figures.count ?? 0) > MOST_MOVERS || isBesideFigures(question),
            }
    if (own === undefined) return undefined
    const { frame = context.own, language } = own
    // After a figure of the market, "and in 6 hours?" is no forecast that was asked for before.
    const isNew = own.frame !== undefined && isOfMarket(own.frame)
    const next = { ...withCoins(context, own.frame?.tickers ?? []), own: frame, ...(isNew && { language, intents: [] }) }
    // A command for a later time is no draft for that reason.
    const isDated = own.problem === 'command' && reading.isTrade && isOfOtherTime(reading)
    return { reply: () => ownReply(isDated ? { ...own, problem: 'dated' } : own, limits), next }
  }

  const pricesOf = ({ text, reading, marketReading, context }: Question): Understood => {
    const answer = marketAnswer(context, text, marketReading)
    const { next, isPart } = answer
    const interpretation: Interpretation =
      isBeyondFigures(text, marketReading) || isOfLeftOut(context, text, answer.interpretation)
        ? { refusal: 'scope' }
        : answer.interpretation
    // What was not understood changes no subject.
    const after = 'groups' in interpretation ? { ...next, own: undefined } : next
    return { reply: () => marketReply({ interpretation, isPart, reading, marketReading, language: next.language ?? 'en' }), next: after }
  }

  /** "Without DOGE this month" alone: what is left out is no answer. */
  const isOfLeftOut = (context: Context, text: string, interpretation: Interpretation): boolean => {
    if (!('groups' in interpretation)) return false
    const readPart = (part: string): Reading => read(context, part, MOST_OF_TURN)
    const without = exclusionCut(text.slice(0, MOST_OF_TURN), context.language ?? 'en', readPart)?.without ?? []
    return interpretation.groups.some(({ coins }) => coins.some((coin) => without.includes(coin)))
  }

  const marketReply = ({ interpretation, isPart, reading, marketReading, language }: Prices): AgentReply => {
    const writer = replyWriter(language, limits)
    const unspoken = reading.unspoken === undefined ? '' : `${unspokenText(reading.unspoken)} `
    const suggest = (planned: readonly PlannedCall[]) =>
      suggestions(planned, options.predicted).map(({ kind, ticker, hours }) => writer.suggestion(kind, ticker, hours))
    if ('refusal' in interpretation || reading.unspoken !== undefined)
      return {
        text: `${unspoken}${writer.refusal('refusal' in interpretation ? interpretation.refusal : 'scope')}`,
        calls: [],
        language,
        suggestions: suggest([]),
      }
    const { planned, rejected } = planCalls(interpretation.groups, capabilities)
    const text = planned.length === 0 ? writer.problem(rejected) : writer.lead(planned, rejected)
    const dropped = planned.length === 0 ? '' : isPart ? ` ${writer.dropped([])}` : droppedText(marketReading, writer)
    return {
      text: `${text}${dropped}`,
      calls: planned.map(toolCall),
      language,
      suggestions: suggest(planned.length > 0 ? planned : priceOf(rejected[0]?.ticker)),
    }
  }

  /** Reads one text of the user in the context of the earlier ones, and what it leaves for the next. */
  const understand = (context: Context, text: string, most?: number): Understood => {
    const reading = read(context, text, most)
    const question = { text, reading, marketReading: marketPart(context, text, reading), context }
    return draftOf(question) ?? figuresOf(question) ?? pricesOf(question)
  }

  const contextAfter = (history: readonly AgentTurn[]): Context =>
    turnsRead(history).reduce<Context>(
      (context, { turn, text }) =>
        text === undefined ? withCalls(context, readCalls(turn)) : understand(context, text, MOST_OF_TURN).next,
      NO_CONTEXT,
    )

  return {
    answer: (question: string, history: readonly AgentTurn[]): AgentReply => understand(contextAfter(history), question).reply(),
  }
}

const BETWEEN = /(?<!\p{L})entre\s+\p{L}+\s+(?:y|e|o|et|ou)\s/iu

const hoursAhead = (intents: Context['intents']): number | undefined => intents.findLast(({ kind }) => kind === 'prediction')?.hours

/** What a question means: its reply, and what it leaves for the next. */
type Understood = { readonly reply: () => AgentReply; readonly next: Context }
type Prices = {
  readonly interpretation: Interpretation
  readonly isPart: boolean
  readonly reading: Reading
  readonly marketReading: Reading
  readonly language: AgentLanguage
}

/** A figure without a tool, coins that are not known and words that the answer does not use. */
function droppedText(reading: Reading, writer: ReplyWriter): string {
  const { concepts, listedStrangers } = reading
  const named = listedStrangers.map((name) => name.toLowerCase())
  // "Price on Thanksgiving": the word may be the time that was asked for.
  const unread = droppedWords(reading).filter((word) => !named.includes(word))
  const parts = [
    ...(concepts.has('metric') ? [writer.dropped([])] : []),
    ...(listedStrangers.length > 0 ? [writer.dropped(listedStrangers.slice(0, MOST_NAMED))] : []),
    ...(unread.length > 0 ? [writer.unread(unread)] : []),
  ]
  return parts.map((part) => ` ${part}`).join('')
}
const MOST_NAMED = 5

/** A text of the user in its context; `marketReading` is without small talk. */
type Question = { readonly text: string; readonly reading: Reading; readonly marketReading: Reading; readonly context: Context }
type OwnReply = Omit<OwnRequest, 'problem'> & { readonly problem?: OwnRequest['problem'] | 'dated'; readonly isPart?: boolean }
const MOST_CLAUSES = 6

function ownReply({ calls, language, problem, isPart, isUntimed, isPartLeft, left = [] }: OwnReply, limits: Limits): AgentReply {
  const shared = { calls: [], language, suggestions: [] }
  const writer = replyWriter(language, limits)
  const notes = [
    ...(isPart === true ? [writer.market()] : []),
    ...(isUntimed === true ? [writer.untimed()] : []),
    ...(isPartLeft === true ? [writer.dropped([])] : []),
    ...(left.length === 0 ? [] : [writer.unread(left)]),
  ]
  if (problem === undefined) return { ...shared, text: notes.join(' '), own: calls }
  const texts = {
    period: writer.period,
    now: writer.now,
    record: writer.record,
    recent: writer.recent,
    narrow: writer.narrow,
    command: writer.command,
    others: writer.others,
    dated: () => writer.refusal('dated'),
    unknownCoin: () => writer.refusal('unknownCoin'),
    scope: () => writer.refusal('scope'),
  }
  return { ...shared, text: texts[problem]() }
}

type TurnRead = { readonly turn: AgentTurn; readonly text?: string }

function turnsRead(history: readonly AgentTurn[]): TurnRead[] {
  const read: TurnRead[] = []
  let left = MOST_OF_HISTORY
  for (const turn of history.slice(-MOST_TURNS).toReversed()) {
    if (turn.sender === 'agent') {
      read.push({ turn })
      continue
    }
    const text = turn.text.slice(0, MOST_OF_TURN)
    left -= text.length
    if (left < 0) break
    read.push({ turn, text })
  }
  return read.toReversed()
}

const priceOf = (ticker: string | undefined): PlannedCall[] =>
  ticker === undefined ? [] : [{ kind: 'history', ticker, hours: DEFAULT_HOURS }]

function toolCall({ kind, ticker, hours }: PlannedCall): AgentToolCall {
  return { name: TOOLS[kind], arguments: kind === 'price' ? { ticker } : { ticker, timeframe: hours } }
}

function readCalls({ calls = [] }: AgentTurn): PlannedCall[] {
  return calls.map(({ name, arguments: { ticker, timeframe = DEFAULT_HOURS } }) => {
    const kind: Kind = name === TOOLS.price ? 'price' : name === TOOLS.prediction ? 'prediction' : 'history'
    return { kind, ticker, hours: kind === 'price' ? 0 : timeframe }
  })
}

function suggestions(planned: readonly PlannedCall[], predicted: readonly string[]): PlannedCall[] {
  const ticker = planned[0]?.ticker ?? predicted[0]
  if (ticker === undefined) return []
  const others: PlannedCall[] = [
    { kind: 'price', ticker, hours: 0 },
    ...(predicted.includes(ticker) ? [{ kind: 'prediction', ticker, hours: SUGGESTED_HOURS } as const] : []),
    { kind: 'history', ticker, hours: DEFAULT_HOURS },
  ]
  const isAsked = (kind: Kind) => planned.length > 0 && planned.every((call) => call.kind === kind)
  return others.filter(({ kind }) => !isAsked(kind))
}
