import { fsrs, Rating, State } from 'ts-fsrs'

/** What is known of how well a user remembers a question. Instants in epoch milliseconds. */
export type ReviewCard = {
  readonly dueAt: number
  /** Days after which nine of ten such answers are still remembered. */
  readonly stability: number
  /** 1 to 10. */
  readonly difficulty: number
  readonly reps: number
  readonly lapses: number
  readonly reviewedAt: number
}

/** An answer to a question, as the schedule sees it. */
type Answered = { readonly card: ReviewCard | undefined; readonly isRight: boolean; readonly now: number }

/** Whole days, no chance: the same answers at the same times give the same schedule. */
const schedule = fsrs({ enable_short_term: false, enable_fuzz: false, request_retention: 0.9 })

/**
 * The card after an answer. What was right from the start needs no review. What was wrong comes again after a day or more, then ever
 * later while it is remembered. A right answer before its time proves little, and changes nothing; a wrong one counts at once.
 *
 * @param answered `now` in epoch milliseconds
 * @returns undefined where no review is needed
 * @throws never
 * Source: FSRS-6 as in ts-fsrs, with 90 % retention; Ye, Su and Cao, A Stochastic Shortest Path Algorithm for Optimizing Spaced
 * Repetition Scheduling (KDD 2022)
 */
export function cardAfter({ card, isRight, now }: Answered): ReviewCard | undefined {
  if (isRight && (card === undefined || card.dueAt > now)) return card
  const { card: next } = schedule.next(libraryCard(card, now), new Date(now), isRight ? Rating.Good : Rating.Again)
  const { stability, difficulty, reps, lapses } = next
  return { dueAt: next.due.getTime(), stability, difficulty, reps, lapses, reviewedAt: now }
}

function libraryCard(card: ReviewCard | undefined, now: number) {
  const none = {
    due: now,
    stability: 0,
    difficulty: 0,
    elapsed_days: 0,
    scheduled_days: 0,
    learning_steps: 0,
    reps: 0,
    lapses: 0,
    state: State.New,
  }
  if (card === undefined) return none
  const { dueAt, stability, difficulty, reps, lapses, reviewedAt } = card
  return { ...none, due: dueAt, stability, difficulty, reps, lapses, state: State.Review, last_review: Math.min(reviewedAt, now) }
}
