import type { Session } from '@aerie/wire/account/accounts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { type AerieServer, type ServerAddress, serverAt, startAerie } from './aerie-server.ts'
import { openChromium } from './browser.ts'
import { hasForecasts } from './has-forecasts.ts'
import { newPerson, type Person, signUp } from './people.ts'
import { preparedDataFor } from './prepared-data.ts'
import { until } from './until.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URLs of the servers that files share, one for each file that runs at the same time. */
    sharedServers: readonly string[]
  }
}

export type Stage<S extends ServerAddress = AerieServer> = {
  readonly server: S
  readonly browser: Browser
  readonly person: Person
  readonly session: Session
}

type Opened<S> = { readonly server: S; readonly close: () => Promise<void> }

const FORECASTS_WITHIN_MS = 120_000
const PATIENCE_MS = 300_000

/**
 * A server, a browser and a signed-up user for all tests of a file: set up before the file's own `beforeAll`, removed after its own
 * `afterAll`.
 * @param env settings of the server
 */
export const stage = (env: Readonly<Record<string, string>> = {}): Stage =>
  stageOn(async () => {
    const server = await startAerie(env)
    // Before the first forecasts a page gets 503 responses and logs them.
    if (preparedDataFor(env) !== undefined) await until('forecasts', () => hasForecasts(server.url), FORECASTS_WITHIN_MS)
    return { server, close: () => server.remove() }
  })

/**
 * As `stage`, on a server that other files have used before: saves some 20 s a file. For files whose users see only their own data and
 * the market, and that do not stop the server.
 */
export const sharedStage = (): Stage<ServerAddress> =>
  stageOn(async () => {
    const urls = inject('sharedServers')
    const url = urls[(Number(process.env.VITEST_POOL_ID) - 1) % urls.length]
    if (url === undefined) throw new Error('The suite has no shared server.')
    return { server: serverAt(url), close: async () => undefined }
  })

function stageOn<S extends ServerAddress>(open: () => Promise<Opened<S>>): Stage<S> {
  const person = newPerson()
  let set: Omit<Stage<S>, 'person'> | undefined
  let begun: Array<() => Promise<void>> = []
  const there = () => {
    if (set === undefined) throw new Error('The stage is set before the first test, not before.')
    return set
  }
  beforeAll(async () => {
    const [{ server, close }, browser] = await Promise.all([open(), openChromium()])
    begun = [() => browser.close(), close]
    set = { server, browser, session: await signUp(server, person) }
  }, PATIENCE_MS)
  afterAll(async () => {
    for (const end of begun) await end()
  })
  return {
    person,
    get server() {
      return there().server
    },
    get browser() {
      return there().browser
    },
    get session() {
      return there().session
    },
  }
}
