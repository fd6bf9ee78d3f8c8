import { create } from 'zustand'

type Pairing = { readonly uri: string; readonly cancel: () => void }

/** What a phone's wallet has to scan now; null while nothing is to be scanned. */
export const usePairing = create<{ readonly pairing: Pairing | null }>(() => ({ pairing: null }))

export const openPairing = (uri: string, cancel: () => void): void => usePairing.setState({ pairing: { uri, cancel } })
export const closePairing = (): void => usePairing.setState({ pairing: null })
