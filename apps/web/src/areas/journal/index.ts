import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const PosttradePage = lazyPart(async () => (await import('./posttrade-page.tsx')).PosttradePage)
