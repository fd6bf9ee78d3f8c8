import { kellyFraction } from '../risk/kelly.ts'
import type { PersonaRecord } from './persona-record.ts'
import type { PersonaAnswers } from './questionnaire.ts'
import type { RiskBand } from './risk-profile.ts'

/** What a risk calculator may start from. */
export type PersonaDefaults = {
  /** Percent of the account. */
  readonly risk_percent: number
  /** What set it: the band; half of Kelly's fraction of the record, where that is less; or a record without an edge. */
  readonly risk_reason: 'band' | 'half_kelly' | 'no_edge'
  readonly leverage: number
  /** Least reward to risk that a plan should have. */
  readonly reward_to_risk: number
  /** Percent of trades that are won. */
  readonly win_percent: number
  readonly win_source: 'record' | 'answer'
}

/** Risk of a trade, percent: what trading books give, half a percent to two. */
const RISK: Readonly<Record<RiskBand, number>> = { cautious: 0.5, balanced: 1, bold: 2 }
const LEVERAGE: Readonly<Record<RiskBand, number>> = { cautious: 2, balanced: 5, bold: 10 }
/** What each style usually aims at, in multiples of the risk. */
const REWARD: Readonly<Record<PersonaAnswers['style'], number>> = { trend: 3, breakout: 2, reversion: 1.5, news: 2 }

const LEAST_RISK = 0.25
const MOST_REWARD = 10
/** Above break-even by so much, for the costs that no plan foresees. */
const MARGIN = 1.2

/**
 * Defaults of the risk calculator for a band, answers and a record.
 *
 * @param record of figures under 30 trades nothing is taken
 * @throws never
 * Source: docs/math/persona.md
 */
export function personaDefaults(band: RiskBand, answers: PersonaAnswers, record: PersonaRecord): PersonaDefaults {
  const shown = record.win_rate.value
  const winRate = shown ?? Number(answers.wins_of_ten) / 10
  return {
    ...riskOf(band, record),
    leverage: LEVERAGE[band],
    reward_to_risk: rewardOf(answers.style, winRate),
    win_percent: Math.round(1_000 * winRate) / 10,
    win_source: shown === null ? 'answer' : 'record',
  }
}

function riskOf(band: RiskBand, { win_rate, payoff }: PersonaRecord): Pick<PersonaDefaults, 'risk_percent' | 'risk_reason'> {
  if (win_rate.value === 0) return { risk_percent: LEAST_RISK, risk_reason: 'no_edge' }
  if (win_rate.value === null || payoff.value === null || payoff.value <= 0) return { risk_percent: RISK[band], risk_reason: 'band' }
  const half = 50 * kellyFraction(win_rate.value, payoff.value)
  if (half <= 0) return { risk_percent: LEAST_RISK, risk_reason: 'no_edge' }
  if (half >= RISK[band]) return { risk_percent: RISK[band], risk_reason: 'band' }
  return { risk_percent: Math.max(LEAST_RISK, Math.floor(20 * half) / 20), risk_reason: 'half_kelly' }
}

/** No less than what the win rate needs to come out even; more than 10 is no plan. */
function rewardOf(style: PersonaAnswers['style'], winRate: number): number {
  const even = winRate <= 0 ? MOST_REWARD : (1 - winRate) / winRate
  return Math.min(MOST_REWARD, Math.max(REWARD[style], Math.ceil(10 * MARGIN * even) / 10))
}
