import { CLAW_WORDS } from './claw-words.ts'
import type { Span } from './market-breadth.ts'

/** A span as a sentence says it: `in 24 hours`. */
export const SPAN_WORDS: Readonly<Record<Span, string>> = CLAW_WORDS.spans
