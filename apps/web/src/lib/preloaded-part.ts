import { listenerSet } from '@aerie/runtime/listener-set'
import { type ComponentType, useSyncExternalStore } from 'react'

export type PreloadedPart<Props> = {
  /** Loads it once, and again where it could not be loaded. */
  readonly preload: () => void
  /** The part once it is here, else null. */
  readonly usePart: () => ComponentType<Props> | null
  /** Whether it could not be loaded. */
  readonly useIsMissing: () => boolean
}

/**
 * A part that is loaded ahead of its use. Where `lazy` would show a fallback first, and keep it for a moment even when the
 * code is there, this is drawn at once.
 */
export function preloadedPart<Props>(load: () => Promise<ComponentType<Props>>): PreloadedPart<Props> {
  const arrival = listenerSet()
  let part: ComponentType<Props> | null = null
  let isLoading = false
  let isMissing = false
  const arrive = (loaded: ComponentType<Props>) => {
    part = loaded
    arrival.tell()
  }
  const fail = (error: unknown) => {
    isLoading = false
    isMissing = true
    arrival.tell()
    reportError(error)
  }
  return {
    preload: () => {
      if (isLoading) return
      isLoading = true
      isMissing = false
      arrival.tell()
      load().then(arrive).catch(fail)
    },
    usePart: () => useSyncExternalStore(arrival.subscribe, () => part),
    useIsMissing: () => useSyncExternalStore(arrival.subscribe, () => isMissing),
  }
}
