import { sql } from 'drizzle-orm'
import { bigint, boolean, check, doublePrecision, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

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
    dueAt: bigint('due_at', { mode: 'number' }),
    stability: doublePrecision('stability'),
    difficulty: doublePrecision('difficulty'),
    reps: integer('reps'),
    lapses: integer('lapses'),
    reviewedAt: bigint('reviewed_at', { mode: 'number' }),
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
