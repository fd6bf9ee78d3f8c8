import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { askServer, isServerReady, onServerChange } from './http/server-state.ts'

/**
 * `lazy`, given the component itself. Code that cannot be loaded because the server is away is loaded once the server is ready; until
 * then the fallback of the `Suspense` above stays.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadOnceReady(load) }))

async function loadOnceReady<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch {
    await askServer()
    await serverReady()
    // A failure now is one of the code itself, or of a version that is no longer installed.
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
