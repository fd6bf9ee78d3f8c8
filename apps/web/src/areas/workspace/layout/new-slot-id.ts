import { newUuid } from '../../lib/new-uuid.ts'

/** Unique across windows. */
export const newSlotId = (): string => newUuid().slice(0, 13)
