import { listenerSet } from '@aerie/runtime/listener-set'
import { type ComponentType, type LazyExoticComponent, lazy, useSyncExternalStore } from 'react'
import { askServer, isServerReady, onServerChange } from '../api/server-state.ts'

/** `lazy` for a bare component. If the server is away, loading waits until it is ready; the `Suspense` fallback stays. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadOnceReady(load) }))

async function loadOnceReady<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch {
    await askServer()
    await serverReady()
    // A failure now is a bug in the code or a version that is no longer deployed.
    return await load()
  }
}

const serverReady = (): Promise<void> =>
  new Promise((resolve) => {
    if (isServerReady()) return resolve()
    const stop = onServerChange(() => {
      stop()
      resolve()
    })
  })

type PreloadedPart<Props> = {
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
