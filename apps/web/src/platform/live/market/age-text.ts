import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'

export function ageText(ageMs: number): string {
  if (ageMs < MINUTE_MS) return `${Math.floor(ageMs / SECOND_MS)} s`
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`
  if (ageMs < 2 * DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`
  return `${Math.floor(ageMs / DAY_MS)} d`
}
