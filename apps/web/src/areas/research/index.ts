import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const PretradePage = lazyPart(async () => (await import('./pretrade-page.tsx')).PretradePage)
