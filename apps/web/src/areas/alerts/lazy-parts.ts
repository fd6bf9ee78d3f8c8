import { lazyPart } from '../../platform/browser/lazy-part.ts'

export const AlertDialog = lazyPart(async () => (await import('./alert-dialog.tsx')).AlertDialog)
export const AlertsPage = lazyPart(async () => (await import('./alerts-page.tsx')).AlertsPage)
