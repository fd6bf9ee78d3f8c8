import * as z from 'zod/mini'
import { instant, listPage } from './trading/trading-account.ts'

/** Name of a lesson, a question or a choice: lower case, digits and hyphens; it never changes once a lesson is published. */
export const lessonId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens, 40 at most'))
/** Text of a lesson: Markdown, shown only sanitised. */
const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))

/** What a lesson belongs to, in the order of the list. */
export const LESSON_GROUPS = ['start', 'market', 'risk', 'custody', 'practice'] as const

/** `[open, high, low, close]` in dollars, high at least and low at most all others. */
export const lessonCandle = z.tuple([z.number(), z.number(), z.number(), z.number()])
/** `[price, size in coins]`, the best price first. */
const level = z.tuple([z.number().check(z.gt(0)), z.number().check(z.gt(0))])

/** A relation that a reader can move: the browser has its inputs, their ranges and its sum. */
export const LESSON_FORMULAS = ['range', 'size', 'distance', 'liquidation', 'funding', 'spread', 'recovery', 'wait', 'expectancy'] as const
/** One of `LESSON_FORMULAS`. */
export type LessonFormula = (typeof LESSON_FORMULAS)[number]

/** A figure with fixed, made-up numbers; never a price of a market. */
export const lessonFigure = z.discriminatedUnion('kind', [
  /** Candles in order; `marks` names some of them by their place from 0. */
  z.object({
    kind: z.literal('candles'),
    candles: z.array(lessonCandle).check(z.minLength(1), z.maxLength(60)),
    marks: z.array(z.object({ at: z.int().check(z.gte(0)), text: words(120) })),
  }),
  /** An order book that a market order can be walked through. */
  z.object({
    kind: z.literal('ladder'),
    bids: z.array(level).check(z.minLength(1), z.maxLength(20)),
    asks: z.array(level).check(z.minLength(1), z.maxLength(20)),
  }),
  /** A forecast from `anchor` over `hours`, whose spread grows with the root of time. `percent`: standard deviation at the end. */
  z.object({
    kind: z.literal('cone'),
    anchor: z.number().check(z.gt(0)),
    hours: z.int().check(z.gte(1), z.lte(24)),
    percent: z.number().check(z.gt(0)),
  }),
  z.object({ kind: z.literal('formula'), formula: z.enum(LESSON_FORMULAS) }),
])
/** A figure of a lesson. */
export type LessonFigure = z.output<typeof lessonFigure>

/** Part of a lesson: text, a sentence to keep, or a figure with what is to be seen in it. */
export const lessonBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: words(4_000) }),
  z.object({ kind: z.literal('key'), text: words(400) }),
  z.object({ kind: z.literal('figure'), figure: lessonFigure, caption: words(400) }),
])

/** Address of a page. Not `z.url()`: its code would travel in Home's first load, for fixed texts of ours. */
const pageAddress = z.string().check(z.maxLength(500), z.regex(/^https:\/\/[\w.-]+(\/\S*)?$/))

/** A book, paper or page that a lesson rests on. */
export const lessonSource = z.object({ title: words(200), by: words(200), year: z.nullable(z.int()), url: z.nullable(pageAddress) })

/** Something to do in the product; the server judges whether it was done. `to`: where, below `/`. */
export const lessonTask = z.object({
  text: words(400),
  steps: z.array(words(300)).check(z.minLength(1), z.maxLength(8)),
  to: z.string().check(z.regex(/^\/[a-z/]*(\?[\w=&-]+)?$/)),
  button: words(60),
})

/** A question with its choices, without a word on which is right. */
export const lessonQuestion = z.object({
  id: lessonId,
  text: words(400),
  choices: z.array(z.object({ id: lessonId, text: words(300) })).check(z.minLength(2), z.maxLength(5)),
})
/** A question as it is asked. */
export type LessonQuestion = z.output<typeof lessonQuestion>

/** A lesson as the list has it. */
export const lessonHead = z.object({
  id: lessonId,
  title: words(80),
  summary: words(200),
  group: z.enum(LESSON_GROUPS),
  /** Reading time. */
  minutes: z.int().check(z.gte(1), z.lte(30)),
  questions: z.int().check(z.gte(1)),
})
/** A lesson as the list has it. */
export type LessonHead = z.output<typeof lessonHead>
/** Answer of `GET /api/v1/lessons`: all of them, in the order to read them. */
export const lessonList = z.object({ data: z.array(lessonHead), next: z.null() })

/** Data of `GET /api/v1/lessons/{id}`. */
export const lesson = z.object({
  ...lessonHead.shape,
  blocks: z.array(lessonBlock).check(z.minLength(1)),
  task: lessonTask,
  quiz: z.array(lessonQuestion).check(z.minLength(1), z.maxLength(10)),
  sources: z.array(lessonSource).check(z.minLength(1)),
})
/** A lesson as it is read. */
export type Lesson = z.output<typeof lesson>

/** Body of `POST /api/v1/lessons/{id}/answers`. */
export const lessonAnswer = z.strictObject({ question: lessonId, choice: lessonId })
/** Answer to an answer: only now what was right, and why each choice is right or wrong. */
export const lessonVerdict = z.object({
  question: lessonId,
  choice: lessonId,
  is_right: z.boolean(),
  right_choice: lessonId,
  explanations: z.array(z.object({ choice: lessonId, text: words(500) })),
  /** When the question comes again; null: it was never answered wrongly. */
  due_at: z.nullable(instant),
})
/** What was right. */
export type LessonVerdict = z.output<typeof lessonVerdict>

/** How far a user is with a lesson that they have begun. */
export const lessonProgress = z.object({
  lesson: lessonId,
  answered: z.int(),
  /** Questions answered rightly at least once. */
  right: z.int(),
  task_done_at: z.nullable(instant),
  /** Every question was answered rightly, and the task is done. */
  completed_at: z.nullable(instant),
})
/** How far a user is with one lesson. */
export type LessonProgress = z.output<typeof lessonProgress>

/** Data of `GET /api/v1/lessons/progress`. */
export const lessonsProgress = z.object({
  lessons: z.array(lessonProgress),
  /** Questions to review now. */
  due: z.int(),
  /** When the next one is due; null: none waits. */
  next_due_at: z.nullable(instant),
})
/** How far a user is. */
export type LessonsProgress = z.output<typeof lessonsProgress>

/** Query of `GET /api/v1/lessons/review`. */
export const lessonReviewQuery = z.object({
  /** `next` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/, 'from 1 to 50'))),
})
/** Page of `GET /api/v1/lessons/review`: what is due, the longest due first. Answered like any question of its lesson. */
export const lessonReview = listPage(z.object({ lesson: lessonId, title: words(80), question: lessonQuestion }))
/** What is due. */
export type LessonReview = z.output<typeof lessonReview>

/** Data of `POST /api/v1/lessons/{id}/task`: whether what was done fulfils the task. */
export const lessonTaskState = z.object({ done_at: z.nullable(instant), completed_at: z.nullable(instant) })
