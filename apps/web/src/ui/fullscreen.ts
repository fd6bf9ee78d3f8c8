import { notify } from './states/toast.ts'

/** Some phones have no fullscreen for pages: then the button is not there. */
export const canFullscreen = (): boolean => typeof document !== 'undefined' && document.fullscreenEnabled === true

/** Enters or leaves fullscreen; what the browser refuses is said. */
export function toggleFullscreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  done.catch(() => notify('warning', 'Your browser did not allow fullscreen here.'))
}
