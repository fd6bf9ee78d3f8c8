import { once } from '@aerie/runtime/once'
// oxlint-disable-next-line import/default -- its default is made by the build
import address from './signer-worker.ts?worker&url'

type TrustedTypes = { readonly createPolicy: (name: string, rules: object) => { readonly createScriptURL: (url: string) => string } }
declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/**
 * The app's only Trusted Types policy: always returns the worker URL, whatever the input (docs/decisions/0023). Created with the first
 * worker, because a server without a signer allows no policy; its live ticket reports that.
 */
const createPolicy = once(() => window.trustedTypes?.createPolicy('aerie-signer', { createScriptURL: () => address }))

/** @throws the browser's error */
export function openWorker(): Worker {
  return new Worker(createPolicy()?.createScriptURL(address) ?? address, { type: 'module' })
}
