/** The kinds and themes of a toast. */
export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default'
export type ToastTheme = 'light' | 'dark' | 'colored' | 'auto'

export type ToastOptions = {
  /** Leaves the toasts that are on show where they are; else a new one takes their place. */
  readonly multiple?: boolean
  /** Takes the place of the toast on show that has the same key. */
  readonly key?: string
  /** `auto` follows the app's theme; the default is `light`. */
  readonly theme?: ToastTheme
  /** From 0 to 1; what lies outside is clamped. Draws the bar by hand instead of by time. */
  readonly progress?: number
  /** Whether its time stands still while the window has not the focus; the default is true. */
  readonly pauseOnFocusLoss?: boolean
  /** Something to do about it, such as taking it back: a button in the toast. */
  readonly action?: { readonly label: string; readonly run: () => void }
}
