import { coalesceByKey } from '@aerie/runtime/coalesce'

/** Runs a piece of work for a key, one run at a time: those who ask while one is under way share the next. */
export const turnsOf = coalesceByKey
