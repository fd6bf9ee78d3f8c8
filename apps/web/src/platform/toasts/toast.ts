import type { ToastOptions, ToastType } from './toast-options.ts'

type Toasts = typeof import('./toaster.tsx')

export const { notify, clearToasts } = createToasts()

function createToasts() {
  let loaded: Promise<Toasts> | undefined
  return {
    /** The toast code is loaded on first use. */
    notify: (type: ToastType, text: string, options: ToastOptions = {}): void => {
      loaded ??= import('./toaster.tsx')
      loaded.then(
        (toasts) => toasts.showToast(type, text, options),
        (error: unknown) => {
          loaded = undefined
          reportError(error)
        },
      )
    },

    clearToasts: (): void => {
      loaded?.then((toasts) => toasts.clearToasts()).catch(() => undefined)
    },
  }
}
