import { MINUTE_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { useSyncExternalStore } from 'react'
import type { StatisticsQuery } from './review-query.ts'

export function yesterdayOf(now: number): StatisticsQuery & { readonly day: string } {
  const today = new Date(now)
  const start = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const end = new Date(today.getFullYear(), today.getMonth(), today.getDate())
  const day = `${start.getFullYear()}-${String(start.getMonth() + 1).padStart(2, '0')}-${String(start.getDate()).padStart(2, '0')}`
  return { from: start.toISOString(), to: end.toISOString(), day }
}

const startOfDay = (): number => new Date().setHours(0, 0, 0, 0)

/** Start of today in the user's zone, epoch ms; updates shortly after midnight. */
export const useToday = (): number => useSyncExternalStore((onChange) => every(MINUTE_MS, onChange), startOfDay)
