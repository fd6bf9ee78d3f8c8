import { kellyFraction } from '../risk/kelly.ts'
import type { PersonaRecord } from './persona-record.ts'
import type { PersonaAnswers } from './questionnaire.ts'
import type { RiskBand } from './risk-profile.ts'

/** Initial values of the risk calculator. */
export type PersonaDefaults = {
  readonly risk_percent: number
  /** What determined it: the risk band, half Kelly of the record if lower, or a record without an edge. */
  readonly risk_reason: 'band' | 'half_kelly' | 'no_edge'
  readonly leverage: number
  readonly reward_to_risk: number
  readonly win_percent: number
  readonly win_source: 'record' | 'answer'
}

/** Risk per trade in percent, as recommended by trading books: 0.5 to 2. */
const RISK: Readonly<Record<RiskBand, number>> = { cautious: 0.5, balanced: 1, bold: 2 }
const LEVERAGE: Readonly<Record<RiskBand, number>> = { cautious: 2, balanced: 5, bold: 10 }
const REWARD: Readonly<Record<PersonaAnswers['style'], number>> = { trend: 3, breakout: 2, reversion: 1.5, news: 2 }

const LEAST_RISK = 0.25
const MOST_REWARD = 10
const MARGIN = 1.2

/** Risk calculator defaults for a band, answers and a record; figures under 30 trades are ignored. Source: docs/math/persona.md. */
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

/** At least what the win rate needs to break even; at most 10. */
function rewardOf(style: PersonaAnswers['style'], winRate: number): number {
  const even = winRate <= 0 ? MOST_REWARD : (1 - winRate) / winRate
  return Math.min(MOST_REWARD, Math.max(REWARD[style], Math.ceil(10 * MARGIN * even) / 10))
}
