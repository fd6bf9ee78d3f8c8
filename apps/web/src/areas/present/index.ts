import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const PresentPage = lazyPart(async () => (await import('./present-page.tsx')).PresentPage)
