import { PERSONA_QUESTIONS, type PersonaAnswers } from './questionnaire.ts'

/** Risk appetite, lowest first. */
export const RISK_BANDS = ['cautious', 'balanced', 'bold'] as const
/** One of `RISK_BANDS`. */
export type RiskBand = (typeof RISK_BANDS)[number]

/** Risk profile derived from the answers. */
export type RiskProfile = {
  /** Integer, 0 (avoids risk) to 100 (seeks it). */
  readonly score: number
  readonly willing: RiskBand
  readonly able: RiskBand
  readonly band: RiskBand
  /** Gain-to-loss ratio at which a bet is accepted; null is more than three. */
  readonly loss_aversion: number | null
}

const BALANCED_FROM = 34
const BOLD_FROM = 67
const TOSS_WINS = 6

/** Score: mean of three published questions, 0 to 100. Band: the lower of willingness and ability. Source: docs/math/persona.md */
export function riskProfile(answers: PersonaAnswers): RiskProfile {
  const score = Math.round(
    (100 * (answerPosition('willingness', answers) + answerPosition('risk_return', answers) + answerPosition('coin_toss', answers))) / 3,
  )
  const willing = score >= BOLD_FROM ? 'bold' : score >= BALANCED_FROM ? 'balanced' : 'cautious'
  const able = ableOf(answers)
  return { score, willing, able, band: lowerOf(willing, able), loss_aversion: lossAversion(answers) }
}

function answerPosition(question: 'willingness' | 'risk_return' | 'coin_toss', answers: PersonaAnswers): number {
  const possible: readonly string[] = PERSONA_QUESTIONS[question]
  return possible.indexOf(answers[question]) / (possible.length - 1)
}

function ableOf({ deepest_fall, after_fall }: PersonaAnswers): RiskBand {
  if (after_fall === 'close_all') return 'cautious'
  return deepest_fall === 'never_traded' || after_fall === 'reduce' ? 'balanced' : 'bold'
}

const lowerOf = (a: RiskBand, b: RiskBand): RiskBand => (RISK_BANDS.indexOf(a) <= RISK_BANDS.indexOf(b) ? a : b)

const lossAversion = ({ coin_toss }: PersonaAnswers): number | null => (coin_toss === 'none' ? null : TOSS_WINS / Number(coin_toss))
