import { notify } from '../../platform/toasts/toast.ts'

/** @param byHand fallback message if the browser refuses, e.g. on plain HTTP in a LAN */
export function copyText(text: string, done: string, byHand: string): void {
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('this page may not use the clipboard'))
  copied.then(
    () => notify('success', done),
    () => notify('warning', `Your browser did not allow copying. ${byHand}`),
  )
}
