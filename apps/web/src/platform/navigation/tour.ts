import { create } from 'zustand'

type TourState = { readonly isOpen: boolean; readonly isAskedFor: boolean }

export const useTour = create<TourState>(() => ({ isOpen: false, isAskedFor: false }))

export const startTour = (): void => useTour.setState({ isOpen: true, isAskedFor: true })

export const offerTour = (): void => useTour.setState({ isOpen: true, isAskedFor: false })

export const closeTour = (): void => useTour.setState({ isOpen: false, isAskedFor: false })
