import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'

/** An age in its largest whole unit, from a second up: `3 s`, `12 min`, `5 h`, `2 d`. */
export function ageText(ageMs: number): string {
  if (ageMs < MINUTE_MS) return `${Math.floor(ageMs / SECOND_MS)} s`
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`
  if (ageMs < 2 * DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`
  return `${Math.floor(ageMs / DAY_MS)} d`
}
