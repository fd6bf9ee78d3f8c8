import type { AgentLanguage, Concept } from './concepts.ts'
import { DEFAULT_HOURS, type Intent, NOW, VAGUE } from './intents.ts'
import type { OwnFrame } from './own/own-frame.ts'
import { type Group, groupQuestions } from './questions.ts'
import { isOfOtherTime, type Reading } from './reading.ts'

/** Context earlier turns leave for the next question. */
export type Context = {
  readonly language: AgentLanguage | undefined
  readonly coins: readonly string[]
  readonly intents: readonly Intent[]
  /** Latest list of two or more coins; "the first one" refers to it. */
  readonly list: readonly string[]
  readonly recent: readonly string[]
  /** The previous question, if it was on the user's own data. */
  readonly own?: OwnFrame | undefined
}

/** Context of an empty conversation. */
export const NO_CONTEXT: Context = { language: undefined, coins: [], intents: [], list: [], recent: [] }

/** Reason a question leads to no call. */
export type Refusal =
  | 'empty'
  | 'greet'
  | 'thanks'
  | 'help'
  | 'trade'
  | 'dated'
  | 'alert'
  | 'advice'
  | 'metric'
  | 'scope'
  | 'unknownCoin'
  | 'whichCoin'
  | 'whichWay'
  | 'whatOfIt'

/** Interpretation of a question in its context. */
export type Interpretation = { readonly groups: readonly Group[] } | { readonly refusal: Refusal }

/** Interprets a question in context and returns the context for the next. `predicted`: symbols that have predictions. */
export function understandIn(
  context: Context,
  reading: Reading,
  predicted: readonly string[],
): { interpretation: Interpretation; next: Context } {
  const language = reading.language ?? context.language
  const spoken = { ...context, language }
  const refusal = refusalBefore(reading)
  if (refusal !== undefined) return { interpretation: { refusal }, next: spoken }
  const asked = groupQuestions(reading.segments)
  const isOfNow = asked.every(({ intents }) => intents.every(({ kind }) => kind === 'price'))
  // The price now, or of some hours, is no answer for a date.
  const isVague = reading.isDated || (isOfNow && (reading.isLooselyTimed || (hasAny(reading, 'past') && reading.objects.length > 0)))
  const groups = isVague ? asked.map(({ coins }) => ({ coins, intents: [VAGUE] })) : asked
  const interpretation = resolved({ reading, groups, context, predicted })
  return { interpretation, next: remembered(spoken, groups, interpretation) }
}

const hasAny = (reading: Reading, ...concepts: readonly Concept[]): boolean => concepts.some((concept) => reading.concepts.has(concept))

function refusalBefore(reading: Reading): Refusal | undefined {
  if (reading.isEmpty) return 'empty'
  if (hasAny(reading, 'inject', 'why') || isReasonAsked(reading)) return 'scope'
  const isTimed = (reading.isLooselyTimed || isOfOtherTime(reading)) && !isOfPast(reading)
  if (hasAny(reading, 'alert')) return isTimed ? 'dated' : 'alert'
  if (hasAny(reading, 'advice')) return 'advice'
  if (!reading.isTrade) return undefined
  return isTimed ? 'dated' : 'trade'
}

/** "Sell pressure in the last hours", "did my alert fire on Friday": no draft was asked for. */
const isOfPast = (reading: Reading): boolean =>
  hasAny(reading, 'past') || reading.segments.some(({ horizons }) => horizons.some(({ direction }) => direction === 'past'))

/** "What happened to SOL" asks for a reason; "what happened to SOL in the last 24 hours" for its history. */
const isReasonAsked = (reading: Reading): boolean =>
  hasAny(reading, 'reason') && !reading.segments.some(({ horizons }) => horizons.some(({ direction }) => direction === 'past'))

type QuestionInContext = {
  readonly reading: Reading
  readonly groups: readonly Group[]
  readonly context: Context
  readonly predicted: readonly string[]
}

function resolved(question: QuestionInContext): Interpretation {
  const { reading, groups } = question
  const coins = reading.coins
  const isAsking = groups.some(({ intents }) => intents.length > 0)
  if (coins.length > 0 && !isAbout(reading)) return { refusal: refusalOf(reading) }
  if (coins.length > 0) return isAsking ? withBoth(question) : onCoins(question)
  return isAsking ? withIntents(question) : withNeither(question)
}

function isAbout({ evidence, unknownCount, concepts, segments }: Reading): boolean {
  const isDropped =
    (concepts.has('metric') || concepts.has('explain')) && !groupQuestions(segments).some(({ intents }) => intents.length > 0)
  if (isDropped) return false
  if (concepts.has('price') || concepts.has('predict')) return true
  return unknownCount === 0 || evidence - unknownCount >= 1
}

function refusalOf(reading: Reading): Refusal {
  if (hasAny(reading, 'metric')) return 'metric'
  if (hasAny(reading, 'help')) return 'help'
  if (hasAny(reading, 'greet') && reading.unknownCount === 0) return 'greet'
  return hasAny(reading, 'thanks') && reading.unknownCount === 0 ? 'thanks' : 'scope'
}

const refusalWithout = (reading: Reading): Refusal => {
  const refusal = refusalOf(reading)
  return refusal === 'scope' && hasAny(reading, 'price', 'predict', 'history') ? 'unknownCoin' : refusal
}

const isLeaning = (reading: Reading): boolean => hasAny(reading, 'follow', 'again', 'not') || isAndFirst(reading)
const isAndFirst = ({ segments }: Reading): boolean => segments[0]?.concepts.has('and') === true || segments[1]?.joint === 'and'

function withBoth({ reading, groups, context }: QuestionInContext): Interpretation {
  const isIt = hasAny(reading, 'compare') && hasAny(reading, 'it', 'both') && context.coins.length > 0 && reading.coins.length === 1
  const full = filled(groups, reading, context).map((group) =>
    isIt ? { ...group, coins: [...new Set([...context.coins, ...group.coins])] } : group,
  )
  return checked(full, context, reading)
}

function filled(groups: readonly Group[], reading: Reading, context: Context): Group[] {
  const anyIntents = groups.find(({ intents }) => intents.length > 0)?.intents ?? []
  let lastCoins: readonly string[] = reading.coins
  return groups.map((group) => {
    const coins = group.coins.length > 0 ? group.coins : lastCoins
    lastCoins = coins
    const intents = group.intents.length > 0 ? group.intents : anyIntents
    return { coins, intents: intents.map((intent) => leant(intent, context, isLeaning(reading))) }
  })
}

/** Completes an intent's kind or hours from the previous turn. */
function leant(intent: Intent, context: Context, isFollowing: boolean): Intent {
  const before = context.intents.findLast(({ kind }) => kind !== 'price')
  if (before === undefined) return intent
  if (intent.shift !== undefined) return shifted(intent, before)
  if (intent.kind === undefined) return { ...intent, kind: before.kind }
  const isSameKind = intent.isDefault === true && isFollowing && before.kind === intent.kind && before.hours >= 1
  return isSameKind ? { ...intent, hours: before.hours } : intent
}

function shifted(intent: Intent, before: Intent): Intent {
  const from = before.kind === 'history' ? -before.hours : before.hours
  const to = intent.shift === 'later' ? from + intent.hours : from - intent.hours
  if (to === 0) return NOW
  return { kind: to > 0 ? 'prediction' : 'history', hours: Math.abs(to) }
}

/** Only coins are named: repeat the previous intents, or use the price. */
function onCoins({ reading, context }: QuestionInContext): Interpretation {
  const isBeside = hasAny(reading, 'compare') && reading.coins.length === 1
  const coins = isBeside ? [...new Set([...context.coins, ...reading.coins])] : reading.coins
  const isOwn = hasAny(reading, 'move', 'level') && !isLeaning(reading)
  const intents = context.intents.length > 0 && !isOwn ? context.intents : [NOW]
  return checked([{ coins, intents }], context, reading)
}

function withIntents({ reading, groups, context, predicted }: QuestionInContext): Interpretation {
  const isSure = hasAny(reading, 'it', 'both', 'other', 'first', 'second') && reading.evidence >= 4
  if (reading.unknownCount > (isSure ? 1 : 0)) return { refusal: refusalWithout(reading) }
  if (isTalk(reading)) return { refusal: refusalOf(reading) }
  const intents = groups.flatMap((group) => group.intents).map((intent) => leant(intent, context, isLeaning(reading)))
  const coins = hasAny(reading, 'everyPredicted') ? predicted : referredCoins(reading, context)
  if (intents.every(({ isBare, kind }) => isBare === true && kind === undefined) && context.intents.length === 0)
    return { refusal: 'scope' }
  if (coins.length === 0) return { refusal: 'whichCoin' }
  return checked([{ coins, intents }], context, reading)
}

/** `how are you`: suggests a kind of question but names none. */
function isTalk(reading: Reading): boolean {
  if (hasAny(reading, 'help')) return true
  const isTimed = reading.segments.some(({ horizons }) =>
    horizons.some(({ direction, isToday }) => direction !== 'none' && isToday !== true),
  )
  const isOther = hasAny(reading, 'greet', 'thanks', 'explain', 'metric')
  return isOther && !isTimed && !hasAny(reading, 'price', 'predict', 'history', 'follow', 'and')
}

function withNeither({ reading, context }: QuestionInContext): Interpretation {
  if (reading.unknownCount > 0 || hasAny(reading, 'help', 'metric', 'explain', 'thanks', 'greet')) return { refusal: refusalOf(reading) }
  const isPointing = hasAny(reading, 'it', 'both') && hasAny(reading, 'follow', 'and', 'compare')
  const isInCurrency = hasAny(reading, 'currency')
  if (!isPointing && !isInCurrency && !hasAny(reading, 'again', 'other', 'first', 'second')) return { refusal: 'scope' }
  const coins = referredCoins(reading, context)
  const intents = isInCurrency && context.intents.length === 0 ? [NOW] : context.intents
  return coins.length === 0 || intents.length === 0 ? { refusal: 'whichCoin' } : checked([{ coins, intents }], context, reading)
}

/** Coins meant by "the other one" or "the first"; otherwise those of the last question. */
function referredCoins(reading: Reading, context: Context): readonly string[] {
  if (hasAny(reading, 'first')) return context.list.slice(0, 1)
  if (hasAny(reading, 'second')) return context.list.slice(1, 2)
  if (hasAny(reading, 'other')) return otherCoin(context)
  const isMany = hasAny(reading, 'both') && context.coins.length < 2
  return isMany && context.recent.length >= 2 ? context.recent.slice(0, 2).toReversed() : context.coins
}

function otherCoin({ coins, recent }: Context): readonly string[] {
  const others = coins.length === 1 ? recent.filter((symbol) => !coins.includes(symbol)) : []
  return others.slice(0, 1)
}

function checked(groups: readonly Group[], context: Context, reading: Reading): Interpretation {
  const usable = groups.flatMap(({ coins, intents }) =>
    coins.length === 0 || intents.length === 0 ? [] : [{ coins, intents: intents.map(directed) }],
  )
  if (usable.length === 0) return { refusal: refusalOf(reading) }
  // Times that hours cannot express are refused for that reason, whatever their direction.
  const open = usable.flatMap(({ intents }) => intents).filter(({ kind, hours }) => kind === undefined && !Number.isNaN(hours))
  if (open.length === 0) return { groups: usable }
  return open.every(({ isBare }) => isBare === true) && context.intents.length === 0 ? { refusal: 'whatOfIt' } : { refusal: 'whichWay' }
}

/** "BTC 7d": longer than any forecast, so it lies in the past. */
const directed = (intent: Intent): Intent =>
  intent.kind === undefined && intent.hours > DEFAULT_HOURS && intent.isBare !== true ? { ...intent, kind: 'history' } : intent

/** Updates the context; a question that was not understood leaves it unchanged. */
function remembered(context: Context, asked: readonly Group[], interpretation: Interpretation): Context {
  const isUnderstood = 'groups' in interpretation || ['whichCoin', 'whichWay', 'whatOfIt'].includes(interpretation.refusal)
  if (!isUnderstood) return context
  const groups = 'groups' in interpretation ? interpretation.groups : asked
  const intents = groups.findLast((group) => group.intents.length > 0)?.intents ?? []
  return {
    ...withCoins(
      context,
      groups.flatMap((group) => group.coins),
    ),
    intents: intents.length > 0 ? intents : context.intents,
  }
}

/** The context after a question about coins. */
export function withCoins(context: Context, named: readonly string[]): Context {
  const coins = [...new Set(named)]
  if (coins.length === 0) return context
  return {
    ...context,
    coins,
    list: coins.length > 1 ? coins : context.list,
    recent: [...new Set([...coins.toReversed(), ...context.recent])],
  }
}

/** Overrides the context with the agent's actual calls: another engine may have answered. */
export function withCalls(
  context: Context,
  calls: readonly { readonly kind: NonNullable<Intent['kind']>; readonly ticker: string; readonly hours: number }[],
): Context {
  if (calls.length === 0) return context
  const intents = [...new Map(calls.map(({ kind, hours }) => [`${kind} ${hours}`, { kind, hours }])).values()]
  return {
    ...withCoins(
      context,
      calls.map(({ ticker }) => ticker),
    ),
    intents,
  }
}
