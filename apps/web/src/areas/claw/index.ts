import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const ClawPage = lazyPart(async () => (await import('./claw-page.tsx')).ClawPage)
