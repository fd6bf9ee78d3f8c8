import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const ApexPage = lazyPart(async () => (await import('./apex-page.tsx')).ApexPage)
