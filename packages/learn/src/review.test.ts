import { DAY_MS } from '@aerie/core/time'
import { expect, it } from 'vitest'
import { cardAfter, type ReviewCard } from './review.ts'

const T0 = Date.UTC(2026, 0, 15, 9)
const answer = (card: ReviewCard | undefined, isRight: boolean, now: number) => cardAfter({ card, isRight, now })
const wrongAt = (now: number): ReviewCard => answer(undefined, false, now) as ReviewCard

it('schedules no review after a correct first answer', () => expect(answer(undefined, true, T0)).toBeUndefined())

it('repeats a wrong answer one day later', () => expect(wrongAt(T0).dueAt).toBe(T0 + DAY_MS))

it('increases the interval while the answer is remembered', () => {
  let card = wrongAt(T0)
  const waits: number[] = []
  for (let review = 0; review < 6; review += 1) {
    const now = card.dueAt
    card = answer(card, true, now) as ReviewCard
    waits.push((card.dueAt - now) / DAY_MS)
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(new Set(waits).size).toBe(6)
})

it('shortens the interval after a lapse, and counts it', () => {
  const first = wrongAt(T0)
  const learnt = answer(first, true, first.dueAt) as ReviewCard
  const lapsed = answer(learnt, false, learnt.dueAt) as ReviewCard
  expect(lapsed.dueAt - learnt.dueAt).toBeLessThan(learnt.dueAt - first.dueAt)
  expect(lapsed.lapses).toBe(learnt.lapses + 1)
})

it('ignores a correct answer that comes early, however often it is repeated', () => {
  const card = wrongAt(T0)
  for (let minute = 1; minute < 100; minute += 1) expect(answer(card, true, T0 + minute * 60_000)).toEqual(card)
})

it('stays in bounds for any answers, even when the clock is set back', () => {
  let card = wrongAt(T0)
  for (let step = 0; step < 300; step += 1) {
    card = answer(card, step % 7 === 0, step % 11 === 0 ? T0 - DAY_MS : card.dueAt) as ReviewCard
    expect(Object.values(card).every(Number.isFinite)).toBe(true)
    expect([card.difficulty >= 1, card.difficulty <= 10, card.dueAt > T0 - 2 * DAY_MS]).toEqual([true, true, true])
    expect(card.dueAt).toBeLessThan(T0 + 300 * 36_500 * DAY_MS)
  }
})
