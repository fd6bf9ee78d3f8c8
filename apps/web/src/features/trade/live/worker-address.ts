// oxlint-disable-next-line import/default -- its default is made by the build
import address from './signer-worker.ts?worker&url'

type TrustedTypes = { readonly createPolicy: (name: string, rules: object) => { readonly createScriptURL: (url: string) => string } }
declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/**
 * The one policy of the app: it gives the address of the signer's worker, whatever it is asked for (docs/decisions/0023). Made with
 * the first worker: a server without a signer allows no policy, and its live ticket says so.
 */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** Starts the signer's worker. @throws what the browser refuses */
export function openWorker(): Worker {
  policy ??= window.trustedTypes?.createPolicy('aerie-signer', { createScriptURL: () => address })
  return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' })
}
