import { listenerSet } from '@aerie/runtime/listener-set'
import { type ComponentType, useSyncExternalStore } from 'react'

export type PreloadedPart<Props> = {
  readonly preload: () => void
  readonly usePart: () => ComponentType<Props> | null
  readonly useIsMissing: () => boolean
}

/** A component loaded ahead of use. Unlike `lazy`, it renders without a fallback once loaded. */
export function preloadedPart<Props>(load: () => Promise<ComponentType<Props>>): PreloadedPart<Props> {
  const arrival = listenerSet()
  let part: ComponentType<Props> | null = null
  let isLoading = false
  let isMissing = false
  const arrive = (loaded: ComponentType<Props>) => {
    part = loaded
    arrival.emit()
  }
  const fail = (error: unknown) => {
    isLoading = false
    isMissing = true
    arrival.emit()
    reportError(error)
  }
  return {
    preload: () => {
      if (isLoading) return
      isLoading = true
      isMissing = false
      arrival.emit()
      load().then(arrive).catch(fail)
    },
    usePart: () => useSyncExternalStore(arrival.subscribe, () => part),
    useIsMissing: () => useSyncExternalStore(arrival.subscribe, () => isMissing),
  }
}
