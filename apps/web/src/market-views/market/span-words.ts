import type { Span } from './market-breadth.ts'
import { MARKET_WORDS } from './market-words.ts'

export const SPAN_WORDS: Readonly<Record<Span, string>> = MARKET_WORDS.spans
