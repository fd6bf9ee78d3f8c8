import type { Span } from './market-breadth.ts'

/** A span as a sentence says it: `in 24 hours`. */
export const SPAN_WORDS: Readonly<Record<Span, string>> = { '1h': 'in 1 hour', '24h': 'in 24 hours', '7d': 'in 7 days' }
