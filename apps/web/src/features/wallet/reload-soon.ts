import { notify } from '../../ui/states/toast.ts'

const RELOAD_MS = 2500

/** Says what has been done, and reloads the page after 2.5 seconds, so that no part of it knows the old wallet. */
export function reloadSoon(words: string): void {
  notify('success', words)
  setTimeout(() => location.reload(), RELOAD_MS)
}
