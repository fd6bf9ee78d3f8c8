import { create } from 'zustand'

export type Layer = 'palette' | 'coins' | 'shortcuts' | 'connect-wallet' | 'disconnect-wallet' | 'log-out' | 'more' | 'alert' | 'prove'

export const useLayer = create<{ readonly open: Layer | null }>(() => ({ open: null }))

export const openLayer = (open: Layer): void => useLayer.setState({ open })
export const closeLayer = (): void => useLayer.setState({ open: null })
