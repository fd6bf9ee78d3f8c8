import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const CurrenciesPage = lazyPart(async () => (await import('./currencies-page.tsx')).CurrenciesPage)
