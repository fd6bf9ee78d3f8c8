import { createRoot } from 'react-dom/client'
import { type ToastOptions as LibraryOptions, ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toaster.css'
import type { ToastOptions, ToastTheme, ToastType } from './toast-options.ts'

const AUTO_CLOSE_MS = 5000
/** Enough to read it and to reach the button by keyboard. */
const WITH_ACTION_MS = 15_000
const DEBOUNCE_MS = 50

const isRepeated = repeatGuard()

const host = document.createElement('div')
document.body.append(host)
createRoot(host).render(
  <ToastContainer
    position="top-right"
    autoClose={AUTO_CLOSE_MS}
    theme="light"
    pauseOnHover
    pauseOnFocusLoss
    closeOnClick
    newestOnTop
    aria-label="Messages"
  />,
)

export function showToast(
  type: ToastType,
  text: string,
  { multiple = false, theme = 'light', progress, action, pauseOnFocusLoss, key: id }: ToastOptions,
): void {
  if (isRepeated(`${type} ${text}`)) return
  if (!multiple) toast.dismiss()
  const autoClose = action === undefined ? AUTO_CLOSE_MS : WITH_ACTION_MS
  const options: LibraryOptions = {
    autoClose,
    theme: themeName(theme),
    ...(pauseOnFocusLoss !== undefined && { pauseOnFocusLoss }),
    ...(id !== undefined && { toastId: id }),
    ...(progress === undefined ? {} : { progress: Math.min(1, Math.max(0, progress)) }),
  }
  const content = action === undefined ? text : <TextWithAction text={text} action={action} />
  if (id !== undefined && toast.isActive(id)) toast.update(id, { ...options, type, render: content })
  else if (type === 'default') toast(content, options)
  else toast[type](content, options)
}

/** Whether the same toast was the last one shown, less than DEBOUNCE_MS ago. */
function repeatGuard(): (key: string) => boolean {
  let last = { key: '', at: Number.NEGATIVE_INFINITY }
  return (key) => {
    const at = performance.now()
    if (key === last.key && at - last.at < DEBOUNCE_MS) return true
    last = { key, at }
    return false
  }
}

/** Clicking the button also closes the toast: the click bubbles to it. */
const TextWithAction = ({ text, action }: { readonly text: string; readonly action: NonNullable<ToastOptions['action']> }) => (
  <span className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-1">
    {text}
    <button
      type="button"
      onClick={action.run}
      className="min-h-8 rounded-md px-2 font-semibold text-accent-text underline pointer-coarse:min-h-11"
    >
      {action.label}
    </button>
  </span>
)

export const clearToasts = (): void => toast.dismiss()

function themeName(theme: ToastTheme): Exclude<ToastTheme, 'auto'> {
  if (theme !== 'auto') return theme
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
