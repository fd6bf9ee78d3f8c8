import * as z from 'zod/mini'
import { byKey, endpoint } from './endpoint.ts'
import { instant } from './trading/trading-account.ts'

/** Id of a lesson, question or choice: lower case, digits and hyphens; immutable once published. */
export const lessonId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens, 40 at most'))
/** Markdown, shown only sanitised. */
const boundedText = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))

/** Lesson groups in list order. */
export const LESSON_GROUPS = ['start', 'market', 'risk', 'custody', 'practice'] as const

/** `[open, high, low, close]` in dollars; high and low bound the others. */
export const lessonCandle = z.tuple([z.number(), z.number(), z.number(), z.number()])
const level = z.tuple([z.number().check(z.gt(0)), z.number().check(z.gt(0))])

/** Interactive formulas; the browser defines their inputs, ranges and calculation. */
export const LESSON_FORMULAS = ['range', 'size', 'distance', 'liquidation', 'funding', 'spread', 'recovery', 'wait', 'expectancy'] as const
/** One of `LESSON_FORMULAS`. */
export type LessonFormula = (typeof LESSON_FORMULAS)[number]

/** A figure with fixed, invented numbers; never market prices. */
export const lessonFigure = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('candles'),
    candles: z.array(lessonCandle).check(z.minLength(1), z.maxLength(60)),
    marks: z.array(z.object({ at: z.int().check(z.gte(0)), text: boundedText(120) })),
  }),
  z.object({
    kind: z.literal('ladder'),
    bids: z.array(level).check(z.minLength(1), z.maxLength(20)),
    asks: z.array(level).check(z.minLength(1), z.maxLength(20)),
  }),
  /** The spread grows with the square root of time; `percent` is the standard deviation at the end. */
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

/** Part of a lesson: text, a key sentence, or a captioned figure. */
export const lessonBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: boundedText(4_000) }),
  z.object({ kind: z.literal('key'), text: boundedText(400) }),
  z.object({ kind: z.literal('figure'), figure: lessonFigure, caption: boundedText(400) }),
])

/** Not `z.url()`: its code would be in Home's initial load, only to check our own fixed texts. */
const pageAddress = z.string().check(z.maxLength(500), z.regex(/^https:\/\/[\w.-]+(\/\S*)?$/))

/** A book, paper or page cited by a lesson. */
export const lessonSource = z.object({
  title: boundedText(200),
  by: boundedText(200),
  year: z.nullable(z.int()),
  url: z.nullable(pageAddress),
})

/** A task in the product, verified by the server. `to`: its path below `/`. */
export const lessonTask = z.object({
  text: boundedText(400),
  steps: z.array(boundedText(300)).check(z.minLength(1), z.maxLength(8)),
  to: z.string().check(z.regex(/^\/[a-z/]*(\?[\w=&-]+)?$/)),
  button: boundedText(60),
})

/** A question with its choices, without the correct one. */
export const lessonQuestion = z.object({
  id: lessonId,
  text: boundedText(400),
  choices: z.array(z.object({ id: lessonId, text: boundedText(300) })).check(z.minLength(2), z.maxLength(5)),
})
/** A question without its answer. */
export type LessonQuestion = z.output<typeof lessonQuestion>

/** A lesson in the list. */
export const lessonHead = z.object({
  id: lessonId,
  title: boundedText(80),
  summary: boundedText(200),
  group: z.enum(LESSON_GROUPS),
  minutes: z.int().check(z.gte(1), z.lte(30)),
  questions: z.int().check(z.gte(1)),
})
/** A lesson in the list. */
export type LessonHead = z.output<typeof lessonHead>
/** A lesson as readers get it, without the answers. */
export const lesson = z.object({
  ...lessonHead.shape,
  blocks: z.array(lessonBlock).check(z.minLength(1)),
  task: lessonTask,
  quiz: z.array(lessonQuestion).check(z.minLength(1), z.maxLength(10)),
  sources: z.array(lessonSource).check(z.minLength(1)),
})
/** A full lesson. */
export type Lesson = z.output<typeof lesson>

/** Response to an answer: the correct choice, and why each is right or wrong. */
export const lessonVerdict = z.object({
  question: lessonId,
  choice: lessonId,
  is_right: z.boolean(),
  right_choice: lessonId,
  explanations: z.array(z.object({ choice: lessonId, text: boundedText(500) })),
  due_at: z.nullable(instant),
})
/** A graded answer. */
export type LessonVerdict = z.output<typeof lessonVerdict>

/** Progress in a started lesson. */
export const lessonProgress = z.object({
  lesson: lessonId,
  answered: z.int(),
  right: z.int(),
  task_done_at: z.nullable(instant),
  completed_at: z.nullable(instant),
})
/** Progress in a lesson. */
export type LessonProgress = z.output<typeof lessonProgress>

/** Progress in all lessons; `due`: questions to review now. */
export const lessonsProgress = z.object({
  lessons: z.array(lessonProgress),
  due: z.int(),
  next_due_at: z.nullable(instant),
})
/** Progress in all lessons. */
export type LessonsProgress = z.output<typeof lessonsProgress>

/** A question due for review, with its lesson. */
export const dueQuestion = z.object({ lesson: lessonId, title: boundedText(80), question: lessonQuestion })
/** A question due for review. */
export type DueQuestion = z.output<typeof dueQuestion>

const byId = z.object({ id: lessonId })
const onePage = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/, 'from 1 to 50'))),
})

export const listLessons = endpoint('GET /lessons', {
  auth: 'public',
  summary: 'All lessons, in reading order',
  lists: lessonHead,
})

export const getLesson = endpoint('GET /lessons/:id', {
  auth: 'public',
  summary: 'A lesson with its figures, task, questions and sources',
  params: byId,
  returns: lesson,
})

export const getLessonsProgress = endpoint('GET /lessons/progress', {
  auth: 'user',
  summary: 'Progress in each started lesson, and the number of questions due for review',
  returns: lessonsProgress,
})

export const listDueQuestions = endpoint('GET /lessons/review', {
  auth: 'user',
  summary: 'Questions due for review, longest overdue first',
  query: onePage,
  lists: dueQuestion,
})

export const answerQuestion = endpoint('POST /lessons/:id/answers', {
  auth: 'user',
  summary: 'Grades an answer and explains every choice',
  description:
    'The same `Idempotency-Key` and choice again changes nothing; another choice: 409. A wrong answer is due for review a day later.',
  params: byId,
  headers: byKey,
  body: z.strictObject({ question: lessonId, choice: lessonId }),
  returns: lessonVerdict,
  errors: ['conflict'],
})

export const checkLessonTask = endpoint('POST /lessons/:id/task', {
  auth: 'user',
  summary: "Checks the stored data for the lesson's task",
  params: byId,
  returns: z.object({ done_at: z.nullable(instant), completed_at: z.nullable(instant) }),
})
