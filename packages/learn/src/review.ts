import { fsrs, Rating, State } from 'ts-fsrs'

/** Retention state of a question. Times in epoch milliseconds. */
export type ReviewCard = {
  readonly dueAt: number
  /** Days after which recall probability falls to 90 %. */
  readonly stability: number
  readonly difficulty: number
  readonly reps: number
  readonly lapses: number
  readonly reviewedAt: number
}

type Answered = { readonly card: ReviewCard | undefined; readonly isRight: boolean; readonly now: number }

/** Whole days without fuzz: deterministic schedule. */
const schedule = fsrs({ enable_short_term: false, enable_fuzz: false, request_retention: 0.9 })

/** Card after an answer (epoch ms); undefined if no review is needed. An early correct answer changes nothing. Source: FSRS-6, ts-fsrs. */
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
