import { create } from 'zustand'

type TourState = { readonly isOpen: boolean; readonly isAskedFor: boolean }

/** Whether the tour is on screen, and whether its user asked for it. */
export const useTour = create<TourState>(() => ({ isOpen: false, isAskedFor: false }))

/** Shows the tour from where it was left, or from its start. */
export const startTour = (): void => useTour.setState({ isOpen: true, isAskedFor: true })

/** Shows the tour to somebody who is new; to others it stays away. */
export const offerTour = (): void => useTour.setState({ isOpen: true, isAskedFor: false })

export const closeTour = (): void => useTour.setState({ isOpen: false, isAskedFor: false })
