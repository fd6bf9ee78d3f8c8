import type { Span } from './market-breadth.ts'
import { MARKET_TEXT } from './market-words.ts'

export const SPAN_LABELS: Readonly<Record<Span, string>> = MARKET_TEXT.spans
