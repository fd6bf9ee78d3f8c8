import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { APEX_KEY, apexStandIn } from '@aerie/testkit/apex-stand-in'
import { apexTestSigner } from '@aerie/testkit/apex-test-signer'
import { foundInMemory } from '@aerie/testkit/process-memory'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { tradePage } from '../pages/trade-page.ts'
import { accessibilityBreaches, visit } from '../support/browser.ts'
import { intercept } from '../support/intercept.ts'
import { logInPage, newPerson, type Person, signUp } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { behave, connectWallet, installStubWallet, newAccount } from '../support/wallet-page.ts'

const SEED = 'ab'.repeat(32)
const STOP = {
  symbol: 'BTC-USDT',
  side: 'SELL',
  type: 'STOP_MARKET',
  size: '0.5',
  price: '50000',
  triggerPrice: '51000',
  status: 'UNTRIGGERED',
  reduceOnly: true,
}
const apex = await apexStandIn()
const signer = apexTestSigner()
const file = join(mkdtempSync(join(tmpdir(), 'aerie-signer-')), 'signer.wasm')
writeFileSync(file, signer)
const on = stage({
  APEX_URL: apex.http.url,
  APEX_SIGNER_WASM: file,
  APEX_SIGNER_SHA256: createHash('sha256').update(signer).digest('hex'),
})
afterAll(() => apex.close())

async function ownerOfKey(): Promise<Person> {
  const person = newPerson()
  const { token } = await signUp(on.server, person)
  const body = JSON.stringify({ api_key: APEX_KEY.key, secret: APEX_KEY.secret, passphrase: APEX_KEY.passphrase })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  expect((await fetch(`${on.server.url}/api/v1/account/apex`, { method: 'PUT', headers, body })).ok).toBe(true)
  return person
}

const hasNoWorker = (page: Page) => until('the worker to have ended', () => page.workers().length === 0 || undefined)

it('signs a live order in a worker without network, shows every figure first, and never sends the seed', async () => {
  const reader = await visit(on.browser, { reducedMotion: 'reduce' })
  const { page } = reader
  const { server } = on
  await logInPage(page, server, await ownerOfKey())
  await tradePage(page, server.url).open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))

  await page.getByRole('button', { name: 'LIVE · ApeX' }).press('Enter')
  await page.getByText('spend real money').waitFor()
  const form = page.getByRole('form', { name: 'Live order ticket of BTC-USDT' })
  await form.getByLabel('Price').fill('60000')
  await form.getByLabel('Size').fill('0.01')
  await form.getByRole('button', { name: 'Unlock signing' }).press('Enter')
  const seed = page.getByLabel('ApeX Omni seed')
  const keep = page.getByRole('button', { name: 'Use this seed' })
  // A file that differs from the hash pinned by the server: the worker takes no seed.
  const stop = await intercept(page, '**/apex/signer', (route) => {
    stop()
    return route.fulfill({ body: Buffer.from([...signer, 0]) })
  })
  await seed.fill(SEED)
  await keep.press('Enter')
  await page.getByText('not the one the server names').waitFor()
  await expect.poll(() => seed.inputValue()).toBe('')
  await hasNoWorker(page)
  expect(await accessibilityBreaches(page)).toEqual([])
  await seed.fill(SEED)
  await keep.press('Enter')
  await page.getByText('Seed is in memory').waitFor()
  const [worker] = page.workers()
  const reached = await worker?.evaluate(() =>
    fetch('/api/v1/status').then(
      () => 'reached',
      () => 'refused',
    ),
  )
  expect(reached).toBe('refused')

  await form.getByRole('button', { name: 'Review LIVE order' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Send this LIVE order?' })
  await dialog.getByText('600.00 USDT').waitFor()
  expect(apex.sent.size).toBe(0)
  expect(await accessibilityBreaches(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send LIVE · Buy 0.01 BTC-USDT' }).press('Enter')
  const list = page.getByRole('region', { name: 'Live orders' })
  await list.getByText('Open', { exact: true }).waitFor()
  expect([...apex.sent.values()]).toEqual([1])
  await list.getByText('Compare with paper').click()
  await list.getByRole('columnheader', { name: 'Paper twin' }).waitFor()
  await list.getByText('The paper twin trades in a simulated or replayed market').waitFor()

  // Another program's stop: it is listed, and cancelled by "cancel all".
  apex.orders.set('77', { ...STOP, id: '77', clientId: 'theirs' })
  await list.getByText('Placed outside Aerie', { exact: false }).waitFor()
  await list.getByRole('button', { name: 'Cancel LIVE Buy 0.01 BTC-USDT' }).press('Enter')
  expect(await accessibilityBreaches(page)).toEqual([])
  await page.getByRole('dialog', { name: 'Cancel this LIVE order?' }).getByRole('button', { name: 'Cancel LIVE order' }).press('Enter')
  await list.getByRole('button', { name: 'Cancel LIVE Buy 0.01 BTC-USDT' }).waitFor({ state: 'detached' })
  await expect.poll(() => [...apex.orders.values()].map(({ status }) => status)).toEqual(['CANCELED', 'UNTRIGGERED'])
  await list.getByRole('button', { name: 'Recent' }).press('Enter')
  await list.getByText('Cancelled', { exact: true }).waitFor()
  await list.getByRole('button', { name: 'Cancel all LIVE' }).press('Enter')
  const all = page.getByRole('dialog', { name: 'Cancel all LIVE orders at ApeX Omni?' })
  await all.getByRole('button', { name: 'Cancel all LIVE' }).press('Enter')
  await all.waitFor({ state: 'detached' })
  await expect.poll(() => [...apex.orders.values()].map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED'])

  await form.getByLabel('Other order types').selectOption('stop')
  await form.getByText('Sell ▼').click()
  await form.getByLabel('Trigger (index)').fill('59000')
  await form.getByLabel('Worst price').fill('58000')
  await form.getByRole('button', { name: 'Review LIVE order' }).press('Enter')
  await dialog.getByText('59,000 USDT').waitFor()
  await dialog.getByRole('button', { name: 'Send LIVE · Sell 0.01 BTC-USDT' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => [...apex.orders.values()].at(-1))
    .toMatchObject({ type: 'STOP_MARKET', triggerPrice: '59000', price: '58000', reduceOnly: true })

  await page.getByRole('button', { name: 'Forget seed' }).press('Enter')
  await form.getByRole('button', { name: 'Unlock signing' }).waitFor()
  await hasNoWorker(page)
  expect(asked.filter((one) => one.includes(SEED))).toEqual([])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(SEED)
  expect(reader.complaints.filter((one) => !one.includes('Refused to connect') && !one.includes('connect-src'))).toEqual([])
  await reader.close()
})

// Searching the server's memory takes long on a busy machine.
it("derives the seed from the account's wallet, and never sends it to the server", { timeout: 240_000 }, async () => {
  const owner = newAccount()
  apex.address = owner.address
  const reader = await visit(on.browser, { reducedMotion: 'reduce' })
  const { page } = reader
  const { server } = on
  await installStubWallet(page, server, { accounts: [owner] })
  await logInPage(page, server, await ownerOfKey())
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await tradePage(page, server.url).open()
  await page.getByRole('button', { name: 'LIVE · ApeX' }).press('Enter')
  const unlock = page.getByRole('button', { name: 'Unlock signing' })
  await unlock.press('Enter')
  await page.getByText(/^No wallet is connected\. Unlock and connect the one of your ApeX account/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Connect Wallet' }).press('Enter')
  await page.getByRole('dialog', { name: 'Connect Wallet' }).waitFor()
  await connectWallet(page, owner)

  await page.getByRole('button', { name: 'LIVE · ApeX' }).press('Enter')
  await unlock.press('Enter')
  const sign = page.getByRole('button', { name: 'Sign with Stub Wallet' })
  await sign.waitFor()
  await page.getByText(`Address: ${owner.address}`).waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  await behave(page, 'personal_sign', 'reject')
  await sign.press('Enter')
  await page.getByText('You refused the request in your wallet. Nothing has changed.').waitFor()
  await hasNoWorker(page)
  await behave(page, 'personal_sign', 'approve')
  await sign.press('Enter')
  await page.getByText('Seed is in memory').waitFor()

  const form = page.getByRole('form', { name: 'Live order ticket of BTC-USDT' })
  await form.getByLabel('Price').fill('60000')
  await form.getByLabel('Size').fill('0.01')
  await form.getByRole('button', { name: 'Review LIVE order' }).press('Enter')
  const sent = apex.sent.size
  await page.getByRole('button', { name: 'Send LIVE · Buy 0.01 BTC-USDT' }).press('Enter')
  await expect.poll(() => apex.sent.size).toBe(sent + 1)

  const message = `ApeX Omni Mainnet\nAddress: ${owner.address}\nAction: ApeX Omni Onboarding`
  const seed = (await owner.signMessage({ message })).slice(2)
  expect(asked.filter((one) => one.includes(seed))).toEqual([])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(seed)
  expect(server.log()).not.toContain(seed)
  // Control: the exchange's address is in the server's memory, so a search that misses it proves nothing.
  const wanted = { text: Buffer.from(seed), bytes: Buffer.from(seed, 'hex'), known: Buffer.from(apex.http.url) }
  expect(await foundInMemory(server.pid(), wanted)).toEqual(['known'])
  expect(reader.complaints.filter((one) => !one.includes('connect-src'))).toEqual([])
  await reader.close()
})
