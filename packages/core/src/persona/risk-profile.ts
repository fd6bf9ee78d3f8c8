import { PERSONA_QUESTIONS, type PersonaAnswers } from './questionnaire.ts'

/** How much risk is sought, from least to most. */
export const RISK_BANDS = ['cautious', 'balanced', 'bold'] as const
/** One of `RISK_BANDS`. */
export type RiskBand = (typeof RISK_BANDS)[number]

/** What the answers say of risk. */
export type RiskProfile = {
  /** 0 (avoids risk) to 100 (seeks it), a whole number. */
  readonly score: number
  /** Band of the score alone. */
  readonly willing: RiskBand
  /** The highest band that experience allows. */
  readonly able: RiskBand
  /** The lower of the two. */
  readonly band: RiskBand
  /** How many times a gain has to exceed a loss to make up for it; null: more than three times. */
  readonly loss_aversion: number | null
}

const BALANCED_FROM = 34
const BOLD_FROM = 67
/** What the toss of the coin wins. */
const TOSS_WINS = 6

/**
 * The risk profile of answers: the score is the mean of three published questions, each brought to 0 to 100. The band is the
 * lower of what one wants and what one has shown to bear.
 *
 * @throws never
 * Source: docs/math/persona.md
 */
export function riskProfile(answers: PersonaAnswers): RiskProfile {
  const score = Math.round((100 * (placeOf('willingness', answers) + placeOf('risk_return', answers) + placeOf('coin_toss', answers))) / 3)
  const willing = score >= BOLD_FROM ? 'bold' : score >= BALANCED_FROM ? 'balanced' : 'cautious'
  const able = ableOf(answers)
  return { score, willing, able, band: lowerOf(willing, able), loss_aversion: lossAversion(answers) }
}

/** Place of an answer among those of its question, 0 (first) to 1 (last). */
function placeOf(question: 'willingness' | 'risk_return' | 'coin_toss', answers: PersonaAnswers): number {
  const possible: readonly string[] = PERSONA_QUESTIONS[question]
  return possible.indexOf(answers[question]) / (possible.length - 1)
}

function ableOf({ deepest_fall, after_fall }: PersonaAnswers): RiskBand {
  if (after_fall === 'close_all') return 'cautious'
  return deepest_fall === 'never_traded' || after_fall === 'reduce' ? 'balanced' : 'bold'
}

const lowerOf = (a: RiskBand, b: RiskBand): RiskBand => (RISK_BANDS.indexOf(a) <= RISK_BANDS.indexOf(b) ? a : b)

const lossAversion = ({ coin_toss }: PersonaAnswers): number | null => (coin_toss === 'none' ? null : TOSS_WINS / Number(coin_toss))
