import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const IpcPage = lazyPart(async () => (await import('./ipc/ipc-page.tsx')).IpcPage)
