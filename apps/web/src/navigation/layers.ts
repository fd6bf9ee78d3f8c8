import { create } from 'zustand'

/** What may lie over the page. One at a time: opening one closes the other. */
export type Layer = 'palette' | 'coins' | 'shortcuts' | 'connect-wallet' | 'disconnect-wallet' | 'log-out' | 'more' | 'alert' | 'prove'

export const useLayer = create<{ readonly open: Layer | null }>(() => ({ open: null }))

export const openLayer = (open: Layer): void => useLayer.setState({ open })
export const closeLayer = (): void => useLayer.setState({ open: null })
