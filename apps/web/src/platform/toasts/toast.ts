import type { ToastOptions, ToastType } from './toast-options.ts'

type Toasts = typeof import('./toaster.tsx')

let loaded: Promise<Toasts> | undefined

/** The toast code is loaded on first use. */
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

export function clearToasts(): void {
  loaded?.then((toasts) => toasts.clearToasts()).catch(() => undefined)
}
