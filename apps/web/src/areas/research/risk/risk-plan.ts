import { recordKeys } from '@aerie/core/record-keys'
import {
  expectancy,
  growthRate,
  kellyFraction,
  liquidationPrice,
  type Outcome,
  outcomeAt,
  type Position,
  positionOf,
  ruinousFraction,
  type TradePlan,
  targetFor,
} from '@aerie/core/risk/position-risk'
import { type RiskSettings, riskSettings } from '@aerie/wire/market/analytics'
import * as z from 'zod/mini'
import { type RiskOptions, readNumber, readPrice, SETTING_RULES, type SettingName } from './risk-fields.ts'

export type FieldName = SettingName | 'entry' | 'stop' | `target-${number}`
export type Problems = Readonly<Partial<Record<FieldName, string>>>

export type Liquidation = {
  /** Undefined if liquidation is impossible. */
  readonly price: number | undefined
  /** Distance from the entry in percent; undefined if liquidation is impossible. */
  readonly awayPercent: number | undefined
  readonly isBeforeStop: boolean
  /** Highest leverage at which the stop triggers first, rounded down to a tenth; below 1 there is none. */
  readonly safeLeverage: number
}
/** Kelly fraction for the first target, in percent of the account. */
export type Kelly = {
  readonly fullPercent: number
  readonly expectedR: number
  /** Above this risk the account shrinks; undefined without an edge. */
  readonly ruinousPercent: number | undefined
  /** Expected growth per trade at the chosen risk, percent. */
  readonly growthPercent: number
}
export type RiskResult = {
  readonly plan: TradePlan
  readonly position: Position
  readonly outcomes: ReadonlyArray<{ readonly target: number; readonly outcome: Outcome }>
  readonly liquidation: Liquidation
  readonly kelly: Kelly | null
  /** The user's minimum reward-to-risk; null if unset. */
  readonly least: LeastReward | null
}
export type LeastReward = {
  readonly rewardToRisk: number
  /** Price of the minimum reward; undefined if unreachable. */
  readonly target: number | undefined
  readonly isMissed: boolean
}
export type RiskReading = { readonly problems: Problems; readonly result: RiskResult | null }

type Typed = {
  readonly options: RiskOptions
  readonly texts: Readonly<Record<SettingName, string>>
  readonly livePrice: number | null
}

/** Validates all fields; computes results only if all are valid. */
export function readRisk({ options, texts, livePrice }: Typed): RiskReading {
  const problems: Partial<Record<FieldName, string>> = {}
  const settings = readSettings(texts, problems)
  const prices = readPrices(options, livePrice, problems)
  if (settings === null || prices === null) return { problems, result: null }
  const { entry, stop, targets } = prices
  const { account, leverage } = settings
  if (settings.maintenance_percent >= 100 / leverage) {
    problems.leverage = `At ${leverage}× the margin is ${(100 / leverage).toFixed(2)}%, no more than the maintenance margin: liquidated at once.`
  }
  if (Object.keys(problems).length > 0 || account === null) return { problems, result: null }
  const plan: TradePlan = {
    side: options.side,
    entry,
    stop,
    account,
    leverage,
    riskPercent: settings.risk_percent,
    lot: settings.lot,
    feePercent: settings.fee_percent,
    slippagePercent: settings.slippage_percent,
  }
  const placed = positionOf(plan)
  if (!placed.ok) {
    problems.lot = `One lot of ${settings.lot} already exceeds the risk. Use a smaller lot, more risk or a closer stop.`
    return { problems, result: null }
  }
  const { position } = placed
  const outcomes = targets.flatMap((target) => {
    const outcome = outcomeAt(target, position, plan)
    return outcome === undefined ? [] : [{ target, outcome }]
  })
  return {
    problems,
    result: {
      plan,
      position,
      outcomes,
      liquidation: liquidationOf(plan, position, settings),
      kelly: kellyOf(settings, plan, position, outcomes[0]?.outcome),
      least: leastOf(settings, plan, position, outcomes[0]?.outcome),
    },
  }
}

function readSettings(texts: Typed['texts'], problems: Partial<Record<FieldName, string>>): RiskSettings | null {
  const values: Partial<Record<SettingName, number | null>> = {}
  for (const name of recordKeys(SETTING_RULES)) {
    const read = readNumber(texts[name], SETTING_RULES[name])
    if (read.ok) values[name] = read.value
    else problems[name] = read.problem
  }
  const parsed = z.safeParse(riskSettings, values)
  return parsed.success && recordKeys(SETTING_RULES).every((name) => name in values) ? parsed.data : null
}

type Prices = { readonly entry: number; readonly stop: number; readonly targets: readonly number[] }

type Noted = Partial<Record<FieldName, string>>

function readPrices(options: RiskOptions, livePrice: number | null, problems: Noted): Prices | null {
  const { side } = options
  const read = (name: FieldName, text: string, label: string, isOptional: boolean): number | null => {
    const found = readPrice(text, label, isOptional)
    if (found.ok) return found.value
    problems[name] = found.problem
    return null
  }
  const typed = read('entry', options.entry, 'entry price', livePrice !== null)
  const entry = problems.entry === undefined ? (typed ?? livePrice) : null
  const stop = read('stop', options.stop, 'stop price', false)
  const targets = options.targets.map((text, i) => read(`target-${i}`, text, 'target', true))
  if (entry === null) return null
  const [losing, winning] = side === 'long' ? ['below', 'above'] : ['above', 'below']
  if (stop !== null && !isBeyond(entry, stop, side)) problems.stop = `The stop of a ${side} must be ${losing} its entry.`
  for (const [i, target] of targets.entries())
    if (target !== null && !isBeyond(target, entry, side)) problems[`target-${i}`] = `A target of a ${side} must be ${winning} its entry.`
  return stop === null ? null : { entry, stop, targets: targets.filter((target) => target !== null) }
}

/** Whether `far` is on the profit side of `near`. */
const isBeyond = (far: number, near: number, side: RiskOptions['side']): boolean => (side === 'long' ? far > near : far < near)

function liquidationOf({ side, stop, leverage }: TradePlan, { entryFill }: Position, { maintenance_percent }: RiskSettings): Liquidation {
  const maintenanceRate = maintenance_percent / 100
  const price = liquidationPrice({ side, entry: entryFill, leverage, maintenanceRate })
  const distance = Math.abs(entryFill - stop) / entryFill
  return {
    price,
    awayPercent: price === undefined ? undefined : 100 * (price / entryFill - 1),
    isBeforeStop: price !== undefined && (side === 'long' ? price >= stop : price <= stop),
    safeLeverage: Math.floor(10 * (1 - 1e-9) * (1 / (distance + maintenanceRate))) / 10,
  }
}

function kellyOf({ win_percent }: RiskSettings, { account }: TradePlan, { loss }: Position, outcome: Outcome | undefined): Kelly | null {
  if (win_percent === null || outcome === undefined || outcome.rewardToRisk <= 0) return null
  const [winRate, rewardToRisk] = [win_percent / 100, outcome.rewardToRisk]
  const ruinous = ruinousFraction(winRate, rewardToRisk)
  return {
    fullPercent: 100 * kellyFraction(winRate, rewardToRisk),
    expectedR: expectancy(winRate, rewardToRisk),
    ruinousPercent: ruinous === undefined ? undefined : 100 * ruinous,
    growthPercent: 100 * (Math.exp(growthRate({ fraction: loss / account, winRate, rewardToRisk })) - 1),
  }
}

/** Tolerance: a target is rounded to seven digits when filled in. */
const ROUNDED = 1e-3

function leastOf({ reward_to_risk }: RiskSettings, plan: TradePlan, position: Position, outcome: Outcome | undefined): LeastReward | null {
  if (reward_to_risk === null) return null
  return {
    rewardToRisk: reward_to_risk,
    target: targetFor(reward_to_risk, position, plan),
    isMissed: outcome !== undefined && outcome.rewardToRisk < reward_to_risk * (1 - ROUNDED),
  }
}
