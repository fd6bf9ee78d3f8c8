import type { Span } from './market-breadth.ts'
import { MARKET_WORDS } from './market-words.ts'

/** A span as a sentence says it: `in 24 hours`. */
export const SPAN_WORDS: Readonly<Record<Span, string>> = MARKET_WORDS.spans
