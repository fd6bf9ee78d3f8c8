import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accessibilityBreaches, type Visit, visit } from '../support/browser.ts'
import { logInPage } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { tabTo } from '../support/tab-to.ts'

/** The browser logs the HTTP error of a refused login. */
const REFUSALS = [/status of 4\d\d/]
const on = sharedStage()
/** Passkeys work at host names only. */
const url = () => on.server.url.replace('127.0.0.1', 'localhost')

let someone: Visit
let page: Page
beforeEach(async () => {
  someone = await visit(on.browser, { quiet: REFUSALS })
  page = someone.page
})
afterEach(() => someone.close())

async function fingerprintReader() {
  const cdp = await someone.context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { knowsUser: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) }
}

const makePasskey = ({ email, password }: { email: string; password: string }) =>
  page.evaluate(
    async (who) => {
      const ask = async (path: string, body?: unknown, token?: string) => {
        const answer = await fetch(`/api/v1${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
          body: JSON.stringify(body ?? {}),
        })
        return { status: answer.status, data: ((await answer.json()) as { data: never }).data }
      }
      const { token } = (await ask('/auth/login', who)).data as { token: string }
      const options = (await ask('/account/passkeys/options', {}, token)).data
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      return (await ask('/account/passkeys', { name: 'Reader', passkey: made.toJSON() }, token)).status
    },
    { email, password },
  )

it('logs in by keyboard with a passkey of this host, only after the device has verified its user', async () => {
  await page.goto(`${url()}/auth/login`)
  const reader = await fingerprintReader()
  expect(await makePasskey(on.person)).toBe(201)

  const main = page.getByRole('main')
  const button = main.getByRole('button', { name: 'Use a passkey' })
  await button.waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  await reader.knowsUser(false)
  await button.focus()
  await page.keyboard.press('Enter')
  await main.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
  await reader.knowsUser(true)
  await button.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname === '/')
  await page.waitForFunction(() => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(localStorage.getItem('token') ?? ''))
  expect(someone.complaints).toEqual([])
})

it('adds a passkey on the account page by keyboard, and logs in with it', async () => {
  const { keyboard } = page
  await page.goto(`${url()}/auth/login`)
  await fingerprintReader()
  await logInPage(page, { ...on.server, url: url() }, on.person)
  await page.goto(`${url()}/account/account`)
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
  await tabTo(page, /^Add a passkey$/, 'BUTTON')
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.waitFor()
  await dialog.getByLabel('Name').fill('Loch reader')
  await keyboard.press('Enter')
  await page.getByText('Passkey “Loch reader” added.').first().waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Loch reader' }).waitFor()

  await page.evaluate(() => localStorage.clear())
  await someone.context.clearCookies()
  await page.goto(`${url()}/auth/login`)
  await page.getByRole('main').getByRole('button', { name: 'Use a passkey' }).waitFor()
  await tabTo(page, /^Use a passkey$/, 'BUTTON')
  await keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname === '/')
  await page.goto(`${url()}/account/account`)
  await page.getByRole('listitem').filter({ hasText: 'Loch reader' }).filter({ hasText: 'last used' }).waitFor()
  expect(someone.complaints).toEqual([])
})

it('offers no passkeys at an IP address', async () => {
  await page.goto(`${on.server.url}/auth/login`)
  await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
})
