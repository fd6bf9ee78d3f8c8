// oxlint-disable-next-line import/default -- its default is made by the build
import address from './signer-worker.ts?worker&url'

type TrustedTypes = { readonly createPolicy: (name: string, rules: object) => { readonly createScriptURL: (url: string) => string } }
declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/** The one policy of the app: it gives the address of the signer's worker, whatever it is asked for (docs/decisions/0377). */
const policy = window.trustedTypes?.createPolicy('aerie-signer', { createScriptURL: () => address })

/** Starts the signer's worker. @throws never but for what the browser refuses */
export const openWorker = (): Worker => new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' })
