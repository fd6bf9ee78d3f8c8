import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const LearnPage = lazyPart(async () => (await import('./learn-page.tsx')).LearnPage)
