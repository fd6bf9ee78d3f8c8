/** Weekly slots: 24 UTC hours of weekdays, then 24 of Saturday and Sunday. */
export const SLOT_COUNT = 48

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

/** Slot of the hour that opens at `timeSeconds` (UTC). 1970-01-01 was a Thursday, hence the 4. */
export function hourSlot(timeSeconds: number): number {
  const hour = Math.floor(timeSeconds / HOUR_SECONDS) % 24
  const weekday = (Math.floor(timeSeconds / DAY_SECONDS) + 4) % 7
  return weekday === 0 || weekday === 6 ? hour + 24 : hour
}
