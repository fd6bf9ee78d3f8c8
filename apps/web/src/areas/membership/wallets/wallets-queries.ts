import { notify } from '../../../platform/toasts/toast.ts'

const RELOAD_MS = 2500

/** Reloads after 2.5 seconds, so that no part of the page keeps the old wallet. */
export function reloadSoon(message: string): void {
  notify('success', message)
  setTimeout(() => location.reload(), RELOAD_MS)
}
