import type { Lesson, LessonHead } from '@aerie/wire/learn'
import type { WrittenLesson } from './lesson.ts'
import { candles } from './lessons/candles.ts'
import { diversification } from './lessons/diversification.ts'
import { firstTrade } from './lessons/first-trade.ts'
import { forecastCone } from './lessons/forecast-cone.ts'
import { funding } from './lessons/funding.ts'
import { journaling } from './lessons/journaling.ts'
import { leverage } from './lessons/leverage.ts'
import { orderTypes } from './lessons/order-types.ts'
import { positionSizing } from './lessons/position-sizing.ts'
import { selfCustody } from './lessons/self-custody.ts'
import { stakingRisks } from './lessons/staking-risks.ts'
import { stops } from './lessons/stops.ts'
import { volatility } from './lessons/volatility.ts'

/** All lessons in reading order. To add one, see docs/user/learn.md. */
export const LESSONS: readonly WrittenLesson[] = [
  firstTrade,
  orderTypes,
  candles,
  volatility,
  forecastCone,
  funding,
  positionSizing,
  stops,
  leverage,
  diversification,
  selfCustody,
  stakingRisks,
  journaling,
]

const BY_ID: ReadonlyMap<string, WrittenLesson> = new Map(LESSONS.map((lesson) => [lesson.id, lesson]))

/** Lesson by id, or undefined. */
export const lessonNamed = (id: string): WrittenLesson | undefined => BY_ID.get(id)

/** List entry of a lesson. */
export const headOf = ({ id, title, summary, group, minutes, quiz }: WrittenLesson): LessonHead => ({
  id,
  title,
  summary,
  group,
  minutes,
  questions: quiz.length,
})

/** Public lesson: without answers and task check. */
export function readersLesson(written: WrittenLesson): Lesson {
  const { text, steps, to, button } = written.task
  return {
    ...headOf(written),
    blocks: written.blocks,
    task: { text, steps, to, button },
    quiz: written.quiz.map((question) => askedQuestion(question)),
    sources: written.sources,
  }
}

/** Public question: without answers; the choices are rotated by a hash of the id. */
export function askedQuestion({ id, text, choices }: WrittenLesson['quiz'][number]): Lesson['quiz'][number] {
  const from = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % choices.length
  return { id, text, choices: [...choices.slice(from), ...choices.slice(0, from)] }
}
