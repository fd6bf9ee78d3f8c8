/** Paper trading is divided by user into this many slots, each a duty of its own. Fixed: all processes must agree. */
export const SLOTS = Array.from({ length: 16 }, (_, slot) => slot)

/** Trades of leaders and of those who copy them consume one book while they are matched, so they share this slot. */
export const COPY_SLOT = 0

/** By the last hex digit of the user's UUID, which is random; the same as `SLOT_OF_USER` in SQL. */
export const slotById = (userId: string): number => Number.parseInt(userId.slice(-1), 16)

export const slotDuty = (slot: number): string => `broker:${slot}`
