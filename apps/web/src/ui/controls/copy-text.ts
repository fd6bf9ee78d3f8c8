import { notify } from '../states/toast.ts'

/**
 * Puts a text into the clipboard, and says so.
 *
 * @param done what to say then
 * @param byHand what to do where the browser refuses, as it does on plain HTTP in a LAN
 */
export function copyText(text: string, done: string, byHand: string): void {
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('this page may not use the clipboard'))
  copied.then(
    () => notify('success', done),
    () => notify('warning', `Your browser did not allow copying. ${byHand}`),
  )
}
