import type { ToastOptions, ToastType } from './toast-options.ts'

type Toasts = typeof import('./toaster.tsx')

let loaded: Promise<Toasts> | undefined

/** Shows a toast. The code for it is loaded with the first one. */
export function notify(type: ToastType, text: string, options: ToastOptions = {}): void {
  loaded ??= import('./toaster.tsx')
  loaded.then(
    (toasts) => toasts.showToast(type, text, options),
    (error: unknown) => {
      loaded = undefined
      reportError(error)
    },
  )
}

/** Takes all toasts away, as a change of the URL does. */
export function clearToasts(): void {
  loaded?.then((toasts) => toasts.clearToasts()).catch(() => undefined)
}
