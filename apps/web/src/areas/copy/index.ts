import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const CopyPage = lazyPart(async () => (await import('./copy-page.tsx')).CopyPage)
