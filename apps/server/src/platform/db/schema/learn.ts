import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { userId } from './accounts.ts'
import { instant, number } from './columns.ts'

export const lessonAnswers = pgTable(
  'lesson_answers',
  {
    userId: userId(),
    lesson: text('lesson').notNull(),
    question: text('question').notNull(),
    choice: text('choice').notNull(),
    isRight: boolean('is_right').notNull(),
    answeredAt: instant('answered_at').notNull(),
    rightAt: instant('right_at'),
    tries: integer('tries').notNull(),
    requestKey: text('request_key'),
    /** FSRS card as in `ReviewCard`, epoch ms; all null if never answered wrongly. */
    dueAt: number('due_at'),
    stability: doublePrecision('stability'),
    difficulty: doublePrecision('difficulty'),
    reps: integer('reps'),
    lapses: integer('lapses'),
    reviewedAt: number('reviewed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.lesson, table.question] }),
    index('lesson_answers_due_idx').on(table.userId, table.dueAt).where(sql`${table.dueAt} is not null`),
    check(
      'lesson_answers_whole_card',
      sql`num_nonnulls(${table.dueAt}, ${table.stability}, ${table.difficulty}, ${table.reps}, ${table.lapses}, ${table.reviewedAt}) in (0, 6)`,
    ),
  ],
)

export const lessonTasks = pgTable(
  'lesson_tasks',
  { userId: userId(), lesson: text('lesson').notNull(), doneAt: instant('done_at').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.lesson] })],
)
