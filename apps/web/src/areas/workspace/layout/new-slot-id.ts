import { newUuid } from '../../../platform/browser/new-uuid.ts'

/** Unique across windows. */
export const newSlotId = (): string => newUuid().slice(0, 13)
