import { listenerSet } from '@aerie/runtime/listener-set'
import { type ComponentType, type LazyExoticComponent, lazy, useSyncExternalStore } from 'react'
import { askServer, isServerReady, onServerChange } from '../api/server-state.ts'
import { reloadPage } from './chunk-recovery.ts'

/** `lazy` for a bare component. If the server is away, loading waits until it is ready; the `Suspense` fallback stays. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadOnceReady(load) }))

async function loadOnceReady<Code>(load: () => Promise<Code>): Promise<Code> {
  let wasAway = false
  try {
    return await load()
  } catch {
    wasAway = await waitForServer()
  }
  try {
    return await load()
  } catch (error) {
    // The outage may have begun between the two attempts.
    wasAway = (await waitForServer()) || wasAway
    // Browsers keep the failure of a module they could not fetch: after an outage only a reload loads it.
    if (wasAway && reloadPage(0)) return await new Promise(() => undefined)
    // A bug in the code or a version that is no longer deployed.
    throw error
  }
}

/** @returns whether the server was away */
async function waitForServer(): Promise<boolean> {
  await askServer()
  if (isServerReady()) return false
  await new Promise<void>((resolve) => {
    const stop = onServerChange(() => {
      stop()
      resolve()
    })
  })
  return true
}

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
