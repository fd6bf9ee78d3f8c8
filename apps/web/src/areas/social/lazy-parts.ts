import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const IdeaPage = lazyPart(async () => (await import('./idea-page.tsx')).IdeaPage)
export const SocialPage = lazyPart(async () => (await import('./social-page.tsx')).SocialPage)
