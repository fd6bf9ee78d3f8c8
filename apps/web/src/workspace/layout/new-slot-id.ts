import { newUuid } from '../../lib/new-uuid.ts'

/** An id that no other slot has, in any window. */
export const newSlotId = (): string => newUuid().slice(0, 13)
