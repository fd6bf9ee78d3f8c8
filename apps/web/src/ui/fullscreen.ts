import { notify } from '../platform/toasts/toast.ts'

/** Some phones do not support fullscreen for pages. */
export const canFullscreen = (): boolean => typeof document !== 'undefined' && document.fullscreenEnabled === true

export function toggleFullscreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  done.catch(() => notify('warning', 'Your browser did not allow fullscreen here.'))
}
