export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default'
export type ToastTheme = 'light' | 'dark' | 'colored' | 'auto'

export type ToastOptions = {
  /** Keeps other toasts; by default a new one replaces them. */
  readonly multiple?: boolean
  readonly key?: string
  /** `auto` follows the app's theme; the default is `light`. */
  readonly theme?: ToastTheme
  /** From 0 to 1, clamped. Sets the bar directly instead of by time. */
  readonly progress?: number
  readonly pauseOnFocusLoss?: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}
