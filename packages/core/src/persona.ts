import { kellyFraction } from './risk/position-risk.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

/** The persona questions in order, with their answers. Sources of each: docs/math/persona.md. */
export const PERSONA_QUESTIONS = {
  /** SOEP: willingness to take risks in financial matters, 0 (not at all) to 10 (very). */
  willingness: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  /** Survey of Consumer Finances: risk accepted for a return. */
  risk_return: ['none', 'average', 'above_average', 'substantial'],
  /** Gächter, Johnson and Herrmann: largest acceptable loss in a coin toss that otherwise wins 6. */
  coin_toss: ['none', '2', '3', '4', '5', '6', '7'],
  /** Deepest drawdown of the own account so far, percent. */
  deepest_fall: ['never_traded', 'under_10', '10_to_25', '25_to_50', 'over_50'],
  after_fall: ['close_all', 'reduce', 'hold', 'add'],
  horizon: ['under_hour', 'under_day', 'days', 'weeks'],
  style: ['trend', 'breakout', 'reversion', 'news'],
  risk_per_trade: ['up_to_0.5', '0.5_to_1', '1_to_2', '2_to_5', 'over_5'],
  stops: ['always', 'mostly', 'rarely'],
  wins_of_ten: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  held_longer: ['winners', 'same', 'losers'],
  size_after_loss: ['smaller', 'same', 'larger'],
  /** Trades opened between 23:00 and 06:00. */
  night: ['hardly', 'sometimes', 'often'],
  trades_per_week: ['up_to_5', '5_to_20', '20_to_50', 'over_50'],
} as const

/** Name of a question. */
export type PersonaQuestion = keyof typeof PERSONA_QUESTIONS
/** An answer to each question. */
export type PersonaAnswers = { readonly [Question in PersonaQuestion]: (typeof PERSONA_QUESTIONS)[Question][number] }

/** Minimum trades for a figure: about where the mean of a skewed sample is near normal. Source: docs/math/persona.md. */
export const PERSONA_LEAST_TRADES = 30

/** Figures of a trader's record, in display order. Shares are fractions; `busy_days` is USDC per trade. */
export const PERSONA_FIGURES = [
  'risk_percent',
  'stop_share',
  'hold_ms',
  'win_rate',
  'losers_longer',
  'size_after_loss',
  'quick_reentry',
  'night_share',
  'trades_per_week',
  'busy_days',
  'payoff',
] as const
/** One of `PERSONA_FIGURES`. */
export type PersonaFigureName = (typeof PERSONA_FIGURES)[number]

/** Why a figure is missing. */
export const PERSONA_REASONS = ['too_few', 'one_sided', 'too_short', 'undefined'] as const
/** `too_few`: under 30 trades; `one_sided`: under ten in one of two groups; `too_short`: under four weeks; `undefined`: no value. */
export type PersonaReason = (typeof PERSONA_REASONS)[number]

/** `value` is null exactly when `reason` is set. */
export type PersonaFigure = {
  readonly value: number | null
  readonly n: number
  /** 95 % confidence. */
  readonly interval?: readonly [low: number, high: number] | undefined
  readonly reason?: PersonaReason | undefined
}
/** All figures of a record. */
export type PersonaRecord = Readonly<Record<PersonaFigureName, PersonaFigure>>

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

/** Questions a trading record can confirm or contradict, with the figure that does. */
export const PERSONA_TOPICS = {
  risk_per_trade: 'risk_percent',
  stops: 'stop_share',
  horizon: 'hold_ms',
  wins_of_ten: 'win_rate',
  held_longer: 'losers_longer',
  size_after_loss: 'size_after_loss',
  night: 'night_share',
  trades_per_week: 'trades_per_week',
} as const satisfies Partial<Record<PersonaQuestion, PersonaFigureName>>
/** One of `PERSONA_TOPICS`. */
export type PersonaTopic = keyof typeof PERSONA_TOPICS

/** Agreement of answer and record: `unclear` if the interval extends beyond the answer, `unknown` without a figure. */
export const PERSONA_VERDICTS = ['agrees', 'differs', 'unclear', 'unknown'] as const
/** One of `PERSONA_VERDICTS`. */
export type PersonaVerdict = (typeof PERSONA_VERDICTS)[number]

type Range = readonly [low: number, high: number]

const ANSWER_RANGES: { readonly [Topic in PersonaTopic]: (answer: PersonaAnswers[Topic]) => Range } = {
  risk_per_trade: (answer) =>
    (({ 'up_to_0.5': [0, 0.5], '0.5_to_1': [0.5, 1], '1_to_2': [1, 2], '2_to_5': [2, 5], over_5: [5, Infinity] }) as const)[answer],
  stops: (answer) => (({ always: [0.95, 1], mostly: [0.5, 0.95], rarely: [0, 0.5] }) as const)[answer],
  horizon: (answer) =>
    (
      ({
        under_hour: [0, HOUR_MS],
        under_day: [HOUR_MS, DAY_MS],
        days: [DAY_MS, 14 * DAY_MS],
        weeks: [14 * DAY_MS, Infinity],
      }) as const
    )[answer],
  wins_of_ten: (answer) => [(Number(answer) - 0.5) / 10, (Number(answer) + 0.5) / 10],
  held_longer: (answer) => (({ winners: [0, 0.45], same: [0.45, 0.55], losers: [0.55, 1] }) as const)[answer],
  size_after_loss: (answer) => (({ smaller: [0, 0.9], same: [0.9, 1.1], larger: [1.1, Infinity] }) as const)[answer],
  night: (answer) => (({ hardly: [0, 0.05], sometimes: [0.05, 0.25], often: [0.25, 1] }) as const)[answer],
  trades_per_week: (answer) => (({ up_to_5: [0, 5], '5_to_20': [5, 20], '20_to_50': [20, 50], over_50: [50, Infinity] }) as const)[answer],
}

/** Verdict: `agrees` if the whole interval is inside the answer, `differs` if all of it is outside (docs/math/persona.md). */
export const personaVerdict = (topic: PersonaTopic, answers: PersonaAnswers, record: PersonaRecord): PersonaVerdict =>
  compared(answerRange(topic, answers), record[PERSONA_TOPICS[topic]])

const answerRange = <Topic extends PersonaTopic>(topic: Topic, answers: PersonaAnswers): Range => ANSWER_RANGES[topic](answers[topic])

function compared([low, high]: Range, { value, interval }: PersonaFigure): PersonaVerdict {
  if (value === null || interval === undefined) return 'unknown'
  if (interval[1] < low || interval[0] > high) return 'differs'
  return interval[0] >= low && interval[1] <= high ? 'agrees' : 'unclear'
}

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
