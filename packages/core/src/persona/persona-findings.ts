import { DAY_MS, HOUR_MS } from '../time.ts'
import type { PersonaFigure, PersonaFigureName, PersonaRecord } from './persona-record.ts'
import type { PersonaAnswers, PersonaQuestion } from './questionnaire.ts'

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
