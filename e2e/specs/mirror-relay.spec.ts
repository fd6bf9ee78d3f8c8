import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { haveOneRange, mirrorPage } from '../pages/mirror-page.ts'
import { type Visit, visit } from '../support/browser.ts'
import { logInPage, newPerson, type Person, signUp } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'

const ON = 'Mirror across my machines'
const OFF = 'Stop mirroring across machines'

const on = sharedStage()
const machines: Visit[] = []

/** Browser profiles share nothing, so the product treats each as a separate machine. */
async function machineOf(person: Person, path: string): Promise<Page> {
  const machine = await visit(on.browser, { reducedMotion: 'reduce' })
  machines.push(machine)
  await logInPage(machine.page, on.server, person)
  await machine.page.goto(`${on.server.url}${path}`)
  await mirrorPage(machine.page).joined()
  return machine.page
}
const channelOf = async (page: Page) => (await mirrorPage(page).report()).channels[0]

it('follows on another machine of the same user while enabled, and reaches no other user', async () => {
  const stranger = newPerson()
  await signUp(on.server, stranger)
  const [desktop, laptop, strange] = await Promise.all([
    machineOf(on.person, '/currencies/BTC'),
    machineOf(on.person, '/account/details'),
    machineOf(stranger, '/account/details'),
  ])
  await mirrorPage(desktop).choose(ON)
  await mirrorPage(desktop).machines(1)
  await mirrorPage(desktop).goToCoin('ETH', '?interval=5m&hours=6')
  await mirrorPage(strange).choose(ON)
  await mirrorPage(strange).machines(1)
  expect(await channelOf(laptop)).toMatchObject({ symbol: 'BTC', interval: '1h', hours: 24 })

  await mirrorPage(laptop).choose(ON)
  for (const page of [desktop, laptop]) await mirrorPage(page).machines(2)
  await mirrorPage(laptop).shows('ETH')
  await mirrorPage(laptop).hasTimeframe('5m', 6)
  await mirrorPage(laptop).badge('1', 'Follower')

  await mirrorPage(desktop).pan()
  await haveOneRange(desktop, laptop)

  await mirrorPage(laptop).choose('Make this window the leader')
  await mirrorPage(desktop).badge('1', 'Follower')
  await mirrorPage(laptop).badge('1', 'Leader')
  await mirrorPage(laptop).goToCoin('SOL')
  await mirrorPage(desktop).shows('SOL')

  // While switched off, it ignores everything the other sends.
  await mirrorPage(desktop).choose(OFF)
  await mirrorPage(laptop).machines(1)
  await mirrorPage(laptop).goToCoin('DOGE')
  expect(await channelOf(desktop)).toMatchObject({ symbol: 'SOL' })
  await mirrorPage(desktop).choose(ON)
  await mirrorPage(desktop).shows('DOGE')

  await mirrorPage(strange).machines(1)
  expect(await channelOf(strange)).toMatchObject({ symbol: 'BTC', interval: '1h', hours: 24, range: null })
  expect(machines.flatMap(({ complaints }) => complaints)).toEqual([])
}, 240_000)
