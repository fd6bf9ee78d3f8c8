import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalAccount } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { rewardsPage } from '../pages/rewards-page.ts'
import { accessibilityBreaches, PHONE, sidewaysScroll, type Visit, visit, WIDE } from '../support/browser.ts'
import { coveredActions } from '../support/floating-controls.ts'
import { intercept } from '../support/intercept.ts'
import { noteShifts, shiftsOf, totalShift } from '../support/layout-shift.ts'
import { localNode } from '../support/local-node.ts'
import { logInPage } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { tabTo } from '../support/tab-to.ts'
import { behave, connectWallet, installStubWallet, newAccount } from '../support/wallet-page.ts'

const on = stage()
let screen: Visit
let account: LocalAccount
const TABLET = { width: 768, height: 1024 }
const SHOTS = process.env.SHOTS_DIR

beforeAll(async () => {
  node = localNode(on.server)
  await node.isFurnished()
  account = newAccount()
  // The console logs the wallet's rejection and the chain outage that the test causes.
  screen = await visit(on.browser, {
    quiet: [/chain does not answer/, /Failed to load resource/, /not known now/],
    reducedMotion: 'reduce',
  })
  ;({ go, button, happened, transactions } = rewardsPage(screen.page, on.server.url))
  await installStubWallet(screen.page, on.server, { accounts: [account] })
  await logInPage(screen.page, on.server, on.person)
  await screen.page.goto(`${on.server.url}/account/wallets`)
  await screen.page.getByText('No wallet linked').waitFor()
  await connectWallet(screen.page, account)
  await screen.page.getByRole('button', { name: 'Get test funds' }).click()
  await screen.page.getByText(/Test funds added: .*25,000 AERIE/).waitFor()
}, 150_000)

let node: ReturnType<typeof localNode>
let go: ReturnType<typeof rewardsPage>['go']
let button: ReturnType<typeof rewardsPage>['button']
let happened: ReturnType<typeof rewardsPage>['happened']
let transactions: ReturnType<typeof rewardsPage>['transactions']

const shoot = async (name: string) => {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await screen.page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
}

it.each([
  ['phone', PHONE],
  ['tablet', TABLET],
  ['desktop', WIDE],
])('shifts nothing while a page of a linked wallet loads, on a %s', async (_, size) => {
  const { page, context } = screen
  await noteShifts(context)
  await page.setViewportSize(size)
  for (const [path, title, last] of [
    ['/traderewards/stake', 'Stake', 'Enter an amount to stake.'],
    ['/traderewards/withdraw', 'Withdraw', 'Enter an amount you have staked.'],
    ['/traderewards/rewards', 'Rewards', 'Total staked'],
  ] as const) {
    await go(path, title)
    await page.getByText(last, { exact: true }).waitFor()
    await page.getByText('Total staked', { exact: true }).waitFor()
    expect(totalShift(await shiftsOf(page)), path).toBeLessThan(0.02)
  }
  await page.setViewportSize(WIDE)
})

describe('staking, from the first token to the last', () => {
  it('previews the effect of a stake, and rejects an invalid amount', async () => {
    await go('/traderewards/stake', 'Stake')
    const amount = screen.page.getByLabel('Amount', { exact: true })
    await amount.fill('25,000')
    await screen.page.getByText('“25,000” can mean 25000 or 25.000. Enter one of the two.').waitFor()
    await amount.fill('25000.000000000000000001')
    await screen.page.getByText(/more than the 25,000 available/).waitFor()
    await button('Max').click()
    await expect.poll(() => amount.inputValue(), { timeout: 30_000 }).toBe('25000')
    await screen.page.getByText(/This stake ends your gold tier: 0 AERIE would count/).waitFor()
    await amount.fill('1000.5')
    await screen.page.getByText(/You keep the gold tier: 23,999.5 AERIE of 10,000/).waitFor()
    await shoot('01-stake-preview')
  })

  it('recovers quietly when the permit or the transaction is refused', async () => {
    await behave(screen.page, 'eth_signTypedData_v4', 'reject')
    await button('Stake').click()
    await screen.page.getByText('You refused the request in your wallet. Nothing has changed.').waitFor()
    await behave(screen.page, 'eth_signTypedData_v4', 'approve')
    await behave(screen.page, 'eth_sendTransaction', 'reject')
    await button('Stake').click()
    await happened('Stake 1,000.5 AERIE', /You refused it in your wallet\. Nothing was sent/)
    await shoot('02-stake-refused')
    await behave(screen.page, 'eth_sendTransaction', 'approve')
  })

  it('shows one step at a time while signing and sending', async () => {
    const instructions = () => screen.page.getByText(/Sign the permission in your wallet|Confirm it in your wallet/).allInnerTexts()
    await behave(screen.page, 'eth_signTypedData_v4', 'hold')
    await button('Stake').click()
    await screen.page.getByText(/^Sign the permission in your wallet/).waitFor()
    await expect.poll(instructions, { timeout: 30_000 }).toHaveLength(1)
    await screen.page.reload()
    await screen.page.getByLabel('Amount', { exact: true }).fill('1000.5')
    await behave(screen.page, 'eth_sendTransaction', 'hold')
    await button('Stake').click()
    await happened('Stake 1,000.5 AERIE', /Confirm it in your wallet/)
    await expect.poll(instructions, { timeout: 30_000 }).toHaveLength(1)
    await shoot('02b-one-instruction')
    await screen.page.reload()
    await screen.page.getByLabel('Amount', { exact: true }).fill('1000.5')
  })

  it('stakes in one transaction when the wallet signs a permit', async () => {
    await button('Stake').click()
    await happened('Stake 1,000.5 AERIE', /Done, in block/)
    await screen.page.getByText('23,999.5 AERIE in your wallet.').waitFor()
    await shoot('03-stake-done')
  })

  it('stakes in two steps when it does not, shows the gas before the second, and updates another tab', async () => {
    await go('/traderewards/stake', 'Stake')
    await behave(screen.page, 'eth_signTypedData_v4', 'lacks')
    await screen.page.getByLabel('Amount', { exact: true }).fill('500')
    await button('Stake').click()
    await button('Allow').click()
    await happened('Allow 500 AERIE', /Done, in block/)
    await screen.page.getByText(/Gas: about 0\.\d+ ETH/).waitFor()
    await shoot('04-stake-allowed')
    const other = await screen.context.newPage()
    const there = rewardsPage(other, on.server.url)
    await there.go('/traderewards/stake', 'Stake')
    await there.happened('Allow 500 AERIE', /Done, in block/)
    await node.holdBlocks()
    await button('Stake').click()
    await there.happened('Stake 500 AERIE', /Waiting to be mined/)
    await node.mine()
    await happened('Stake 500 AERIE', /Done, in block/)
    await screen.page.getByText('23,499.5 AERIE in your wallet.').waitFor()
    await there.happened('Stake 500 AERIE', /Done, in block/)
    await other.close()
  })

  it('continues after a reload with what the previous page sent', async () => {
    await screen.page.reload()
    await happened('Stake 500 AERIE', /Done, in block/)
  })

  it('tracks many requests separately, counts each down, and withdraws those that are ready', async () => {
    await go('/traderewards/withdraw', 'Withdraw')
    for (const amount of ['100', '100', '200']) {
      await screen.page.getByLabel('Amount to unstake').fill(amount)
      await button('Unstake').click()
      await happened(`Unstake ${amount} AERIE`, /Done, in block/)
      await screen.page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=amount]')?.value === '')
    }
    await screen.page
      .getByText(/^(1 min )?\d+ s left/)
      .nth(1)
      .waitFor()
    await shoot('05-withdraw-waiting')
    await node.passTime(121)
    await screen.page.reload()
    await button('Withdraw all 3 (400 AERIE)').click()
    await happened('Withdraw 400 AERIE', /Done, in block/)
    await screen.page.getByText('Nothing is unbonding.').waitFor()
    await shoot('06-withdrawn')
  })

  it('loses nothing when the chain disconnects and the page is reloaded midway', async () => {
    await screen.page.getByLabel('Amount to unstake').fill('7')
    const reconnect = await intercept(screen.page, '**/api/v1/chain/rpc', (route) => route.abort())
    await button('Unstake').click()
    await happened('Unstake 7 AERIE', /The chain cannot be read/)
    await shoot('07-chain-away')
    await screen.page.reload()
    await happened('Unstake 7 AERIE', /The chain cannot be read/)
    reconnect()
    await happened('Unstake 7 AERIE', /Done, in block/)
    const unstaked = transactions.getByRole('listitem').filter({ hasText: 'Unstake 7 AERIE' })
    await expect.poll(() => unstaked.count(), { timeout: 30_000 }).toBe(1)
    await screen.page.getByText('7 AERIE', { exact: true }).first().waitFor()
  })

  it('shows rewards growing and their source, and claims them', async () => {
    await go('/traderewards/rewards', 'Rewards')
    const earned = screen.page.locator('[data-earned]')
    const first = BigInt((await earned.getAttribute('data-earned')) ?? '0')
    expect(first).toBeGreaterThan(0n)
    await screen.page.waitForFunction(
      (before) => BigInt(document.querySelector('[data-earned]')?.getAttribute('data-earned') ?? '0') > BigInt(before),
      String(first),
    )
    await screen.page.getByText(/^Epoch 1: [\d,]+ AERIE/).waitFor()
    await shoot('08-rewards')
    await button('Claim rewards').click()
    await happened('Claim rewards', /Done, in block/)
    await screen.page.getByText(/^Claimed: /).waitFor()
    await screen.page.getByText('Withdrawn: 200 AERIE').waitFor()
    await shoot('09-claimed')
  })

  it('shows a grant with its schedule, and releases what has vested', async () => {
    await go('/traderewards/rewards', 'Rewards')
    await screen.page.getByText(/^No tokens were granted to this wallet/).waitFor()
    await node.grant(account.address, 1_000n * 10n ** 18n, 100, 200)
    await screen.page.reload()
    await screen.page.getByText('Grant of 1,000 AERIE').waitFor()
    await screen.page.getByText('Fully vested', { exact: true }).waitFor()
    await shoot('12-vested')
    await node.passTime(500)
    await screen.page.reload()
    await screen.page.locator(`[data-releasable="${10n ** 21n}"]`).waitFor()
    await button('Release').click()
    await happened('Release vested tokens', /Done, in block/)
    await screen.page.getByText('1,000 of 1,000 AERIE vested').waitFor()
    await screen.page.locator('[data-releasable="0"]').waitFor()
    await expect.poll(() => button('Release').getAttribute('aria-disabled'), { timeout: 30_000 }).toBe('true')
    await shoot('13-released')
  })

  it('exports the history to a file', async () => {
    const [file] = await Promise.all([screen.page.waitForEvent('download'), button('Export CSV').click()])
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.split('\r\n')[0]).toBe('time,kind,amount,transaction,block,final')
    expect(text).toMatch(/,staked,1000\.5,0x/)
  })

  it('goes from a stake to its withdrawal by keyboard alone', async () => {
    const { keyboard } = screen.page
    await go('/traderewards/stake', 'Stake')
    await screen.page.getByLabel('Amount', { exact: true }).waitFor()
    await tabTo(screen.page, /^Amount$/)
    await keyboard.type('3')
    await tabTo(screen.page, /^Stake$/, 'BUTTON')
    await keyboard.press('Enter')
    await happened('Stake 3 AERIE', /Done, in block/)
    await tabTo(screen.page, /^Withdraw$/, 'A')
    await keyboard.press('Enter')
    await screen.page.getByLabel('Amount to unstake').waitFor()
    await tabTo(screen.page, /^Amount to unstake$/)
    await keyboard.type('2')
    await tabTo(screen.page, /^Unstake$/)
    await keyboard.press('Enter')
    await happened('Unstake 2 AERIE', /Done, in block/)
    await node.passTime(121)
    await screen.page.reload()
    await screen.page.getByRole('button', { name: /^Withdraw 2 AERIE, request/, disabled: false }).waitFor()
    await tabTo(screen.page, /^Withdraw 2 AERIE, request/)
    await keyboard.press('Space')
    await happened('Withdraw 2 AERIE', /Done, in block/)
  })

  it.each(['/traderewards/stake', '/traderewards/withdraw', '/traderewards/rewards', '/account/subscriptions'])(
    'is accessible and fits a phone: %s',
    async (path) => {
      await screen.page.goto(on.server.url + path)
      await screen.page
        .getByText(/block|a month/)
        .first()
        .waitFor()
      for (const colorScheme of ['dark', 'light'] as const) {
        await screen.page.emulateMedia({ colorScheme })
        await shoot(`wide-${colorScheme}${path.replaceAll('/', '-')}`)
      }
      expect(await accessibilityBreaches(screen.page)).toEqual([])
      await screen.page.setViewportSize(PHONE)
      for (const colorScheme of ['light', 'dark'] as const) {
        await screen.page.emulateMedia({ colorScheme })
        await shoot(`phone-${colorScheme}${path.replaceAll('/', '-')}`)
      }
      await expect.poll(() => sidewaysScroll(screen.page), { timeout: 30_000 }).toBe(0)
      await screen.page.setViewportSize(TABLET)
      await expect.poll(() => coveredActions(screen.page), { timeout: 30_000 }).toEqual([])
      await screen.page.setViewportSize(WIDE)
    },
  )
})

describe('subscribing', () => {
  let tokenBefore = ''
  const storedToken = () => screen.page.evaluate(() => localStorage.getItem('token') ?? '')

  it('pays for IPC, and its tab appears without a new login', async () => {
    const tab = screen.page.locator('header').getByRole('link', { name: 'IPC', exact: true })
    const toHome = screen.page.getByRole('link', { name: 'Home' }).first()
    await go('/account/subscriptions', 'Subscriptions')
    await toHome.click()
    await screen.page.waitForURL(`${on.server.url}/`)
    expect(await tab.count()).toBe(0)
    await screen.page.goBack()
    await screen.page.getByText('Total: 49 USDC').waitFor()
    await screen.page.getByText('Included with every account', { exact: true }).waitFor()
    await screen.page.getByText('49 USDC a month').waitFor()
    await screen.page.getByText(/^New end date: /).waitFor()
    await screen.page.getByLabel('Months').fill('25')
    await screen.page.getByText('Enter a whole number from 1 to 24.').waitFor()
    await screen.page.getByLabel('Months').fill('2')
    await screen.page.getByText('Total: 98 USDC').waitFor()
    await shoot('10-subscribe')
    tokenBefore = await storedToken()
    await button('Pay').click()
    await happened('Pay for IPC, 2 months', /Done, in block/)
    await screen.page.getByText(/Active until/).waitFor()
    await shoot('11-subscribed')
    await toHome.click()
    await screen.page.waitForURL(`${on.server.url}/`)
    await tab.waitFor()
  })

  it('shows the tab on a page loaded with a token from before the payment', async () => {
    await screen.page.evaluate((token) => localStorage.setItem('token', token), tokenBefore)
    await go('/account/subscriptions', 'Subscriptions')
    await screen.page.getByRole('link', { name: 'Home' }).first().click()
    await screen.page.locator('header').getByRole('link', { name: 'IPC', exact: true }).waitFor()
    await expect.poll(storedToken, { timeout: 30_000 }).not.toBe(tokenBefore)
  })

  it('leaves the console empty', () => expect(screen.complaints).toEqual([]))
})
