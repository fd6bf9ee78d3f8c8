import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import { answerQuestion, checkLessonTask, getLesson, getLessonsProgress, listDueQuestions, listLessons } from '@aerie/wire/learn'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/query-client.ts'

/** Lessons change only with a server release. */
const STALE_MS = 3_600_000

export const lessonsQuery = queryOptions({
  queryKey: ['lessons', 'list'] as const,
  queryFn: async ({ signal }) => (await api(listLessons, { signal })).data,
  staleTime: STALE_MS,
})

export const lessonQuery = (id: string) =>
  queryOptions({
    queryKey: ['lessons', 'one', id] as const,
    queryFn: ({ signal }) => api(getLesson, { params: { id }, signal }),
    staleTime: STALE_MS,
  })

/** @param owner cache key, so that another user of this browser never sees it */
export const progressQuery = (owner: string | null) =>
  queryOptions({
    queryKey: ['lessons', 'progress', owner] as const,
    queryFn: ({ signal }) => api(getLessonsProgress, { signal }),
    enabled: owner !== null,
  })

export const reviewQuery = (owner: string | null) =>
  queryOptions({
    queryKey: ['lessons', 'review', owner] as const,
    // One page is a full session.
    queryFn: async ({ signal }) => (await api(listDueQuestions, { signal, fresh: true })).data,
    enabled: owner !== null,
    // Questions must not change during a session.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const taskQuery = (id: string, owner: string | null) =>
  queryOptions({
    queryKey: ['lessons', 'task', id, owner] as const,
    queryFn: ({ signal }) => api(checkLessonTask, { params: { id }, signal }),
    enabled: owner !== null,
    refetchOnWindowFocus: 'always',
  })

type Given = { readonly lesson: string; readonly question: string; readonly choice: string; readonly key: string }

export const sendAnswer = ({ lesson: id, question, choice, key }: Given) =>
  api(answerQuestion, { params: { id }, headers: { 'idempotency-key': key }, body: { question, choice } })

export const readProgressAgain = (): void => void queryClient.invalidateQueries({ queryKey: ['lessons', 'progress'] })

const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

/** E.g. `today`, `tomorrow`, `in 5 days`, or the date. */
export function dueText(at: number, now: number = Date.now()): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY_MS)
  if (days <= 0) return 'today'
  if (days === 1) return 'tomorrow'
  return days <= 14 ? `in ${days} days` : `on ${day.format(at)}`
}

/** Local midnight; a day may have 23 or 25 hours. */
const startOfDay = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0) + 2 * HOUR_MS
