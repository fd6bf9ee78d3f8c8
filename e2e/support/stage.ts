import type { Session } from '@aerie/wire/account/accounts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type AerieServer, startAerie } from './aerie-server.ts'
import { openChromium } from './browser.ts'
import { hasForecasts } from './has-forecasts.ts'
import { newPerson, type Person, signUp } from './people.ts'
import { preparedDataFor } from './prepared-data.ts'
import { until } from './until.ts'

export type Stage = {
  readonly server: AerieServer
  readonly browser: Browser
  readonly person: Person
  readonly session: Session
}

const FORECASTS_WITHIN_MS = 120_000
const PATIENCE_MS = 300_000

/**
 * A server, a browser and a signed-up user for all tests of a file: set up before the file's own `beforeAll`, removed after its own
 * `afterAll`.
 * @param env settings of the server
 */
export function stage(env: Readonly<Record<string, string>> = {}): Stage {
  const person = newPerson()
  let set: Omit<Stage, 'person'> | undefined
  let begun: Array<() => Promise<void>> = []
  const there = () => {
    if (set === undefined) throw new Error('The stage is set before the first test, not before.')
    return set
  }
  beforeAll(async () => {
    const [server, browser] = await Promise.all([startAerie(env), openChromium()])
    begun = [() => browser.close(), () => server.remove()]
    // Before the first forecasts a page gets 503 responses and logs them.
    if (preparedDataFor(env) !== undefined) await until('forecasts', () => hasForecasts(server.url), FORECASTS_WITHIN_MS)
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
