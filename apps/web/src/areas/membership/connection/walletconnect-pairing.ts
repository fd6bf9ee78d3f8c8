import { create } from 'zustand'

type Pairing = { readonly uri: string; readonly cancel: () => void }

export const usePairing = create<{ readonly pairing: Pairing | null }>(() => ({ pairing: null }))

export const openPairing = (uri: string, cancel: () => void): void => usePairing.setState({ pairing: { uri, cancel } })
export const closePairing = (): void => usePairing.setState({ pairing: null })
