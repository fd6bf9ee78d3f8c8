import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const TradePage = lazyPart(async () => (await import('./trade-page.tsx')).TradePage)
