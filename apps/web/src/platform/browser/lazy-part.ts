import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
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
