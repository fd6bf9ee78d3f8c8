import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createWalletClient, http, type LocalAccount } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { rewardsPage } from '../pages/rewards-page.ts'
import { ROOT } from '../support/aerie-server.ts'
import { type Visit, visit } from '../support/browser.ts'
import { intercept } from '../support/intercept.ts'
import { localNode } from '../support/local-node.ts'
import { installNpmWallet, NPM_WALLET } from '../support/npm-wallet.ts'
import { logInPage } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { connectWallet, installStubWallet, newAccount, pillOf } from '../support/wallet-page.ts'

const DONE = /Done, in block/

const on = stage()
let screen: Visit
let account: LocalAccount
let see: ReturnType<typeof rewardsPage>
let node: ReturnType<typeof localNode>

beforeAll(async () => {
  node = localNode(on.server)
  await node.isFurnished()
  account = newAccount()
  screen = await visit(on.browser, { quiet: [/The transaction was not sent/], reducedMotion: 'reduce' })
  see = rewardsPage(screen.page, on.server.url)
  await installStubWallet(screen.page, on.server, { accounts: [account] })
  await logInPage(screen.page, on.server, on.person)
  await see.go('/traderewards/stake', 'Stake')
  await connectWallet(screen.page, account)
  await see.button('Get test funds').click()
  await screen.page.getByText('25,000 AERIE in your wallet.').waitFor()
}, 150_000)

type Kept = {
  readonly to: `0x${string}`
  readonly data: `0x${string}`
  readonly hash: `0x${string}`
  readonly nonce: number | null
}
const lastSent = (): Promise<Kept> =>
  screen.page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('aerie.transactions.')) ?? ''
    return JSON.parse(localStorage.getItem(name) ?? '[]')[0]
  })

/** The wallet replaces the pending transaction with another one under the same nonce. */
async function instead({ to, data }: Pick<Kept, 'to' | 'data'>): Promise<void> {
  const client = createWalletClient({ account, transport: http(`${on.server.url}/api/v1/chain/rpc`) })
  // A page that has not seen it pending could never learn its nonce from the chain.
  const nonce = await until('its nonce', async () => (await lastSent()).nonce ?? undefined)
  const fees = { maxFeePerGas: 50n * 10n ** 9n, maxPriorityFeePerGas: 20n * 10n ** 9n }
  await client.sendTransaction({ chain: null, to, data, nonce, gas: 500_000n, ...fees })
}

describe('a replaced transaction', () => {
  it('continues as the same transaction when the wallet resends it with a higher fee', async () => {
    await see.amount.fill('100')
    await node.holdBlocks()
    await see.button('Stake').click()
    await see.happened('Stake 100 AERIE', /Waiting to be mined/)
    const first = await lastSent()
    await instead(first)
    await node.mine()
    await see.happened('Stake 100 AERIE', /Done with another fee, in block/)
    await until('the other one to be noted', async () => (await lastSent()).hash !== first.hash || undefined)
    await screen.page.getByText('24,900 AERIE in your wallet.').waitFor()
    await until('the amount to be gone', async () => (await see.amount.inputValue()) === '' || undefined)
  })

  it('is shown as cancelled when the wallet cancels it; the form keeps its amount and can be sent again', async () => {
    await see.amount.fill('200')
    await node.holdBlocks()
    await see.button('Stake').click()
    await see.happened('Stake 200 AERIE', /Waiting to be mined/)
    await instead({ to: account.address, data: '0x' })
    await node.mine()
    await see.happened('Stake 200 AERIE', /Cancelled in your wallet\./)
    expect(await see.amount.inputValue()).toBe('200')
    await screen.page.getByText('24,900 AERIE in your wallet.').waitFor()
    await see.button('Stake').click()
    await see.happened('Stake 200 AERIE', DONE)
    await screen.page.getByText('24,700 AERIE in your wallet.').waitFor()
  })
})

describe('deposits paused by the operator', () => {
  it('prevent staking, with the reason, even if the page has not yet received the pause', async () => {
    await screen.page.reload()
    await see.amount.fill('5')
    const release = await intercept(screen.page, '**/api/v1/staking/pool', () => undefined)
    await node.pauseDeposits('staking')
    await see.button('Stake').click()
    await see.happened('Stake 5 AERIE', /The operator has paused new stakes and payments, so nothing was taken/)
    release()
    await screen.page.reload()
    await screen.page.getByText('New stakes are paused by the operator. You can still withdraw and claim.').waitFor()
    await see.amount.fill('5')
    await screen.page.getByRole('button', { name: 'Stake', exact: true, disabled: true }).waitFor()
  })

  it('still allow unstaking, and rewards are paid', async () => {
    await see.go('/traderewards/withdraw', 'Withdraw')
    await screen.page.getByText('New stakes are paused by the operator. Unstaking works as usual.').waitFor()
    await see.amount.fill('50')
    await see.button('Unstake').click()
    await see.happened('Unstake 50 AERIE', DONE)
    await node.passTime(121)
    await screen.page.reload()
    await see.button(/^Withdraw 50 AERIE, request/).click()
    await see.happened('Withdraw 50 AERIE', DONE)
    await see.go('/traderewards/rewards', 'Rewards')
    await see.button('Claim rewards').click()
    await see.happened('Claim rewards', DONE)
    await node.resumeDeposits('staking')
  })

  it('also prevent subscription payments, with the reason', async () => {
    await node.pauseDeposits('subscriptions')
    await see.go('/account/subscriptions', 'Subscriptions')
    await screen.page.getByText('Total: 49 USDC').waitFor()
    await see.button('Pay').click()
    await see.happened('Pay for IPC, 1 month', /The operator has paused new stakes and payments, so nothing was taken/)
    await screen.page.getByText('Wallet balance: 1,000 USDC.').waitFor()
    await node.resumeDeposits('subscriptions')
  })
})

describe('a wallet on the wrong network', () => {
  it('leaves one action on the form, and still shows the staked amount', async () => {
    await see.go('/traderewards/stake', 'Stake')
    await see.amount.waitFor()
    await screen.page.evaluate(() => window.stubWallet.emit('chainChanged', '0x1'))
    const panel = screen.page.getByRole('region', { name: 'Stake AERIE' })
    await panel.getByText('Your wallet is not on Aerie local chain.').waitFor()
    await expect.poll(() => panel.getByRole('button').allInnerTexts(), { timeout: 30_000 }).toEqual(['Change to Aerie local chain'])
    await panel.getByRole('button').click()
    await see.amount.waitFor()
  })
})

describe('a subscription granted by the operator', () => {
  it('shows its tab without a new login, shows who granted it, and is not offered for sale to its owner', async () => {
    const tab = screen.page.locator('header').getByRole('link', { name: 'IPC', exact: true })
    await see.go('/account/subscriptions', 'Subscriptions')
    await screen.page.getByText(/^You are on the claw plan/).waitFor()
    const cli = join(ROOT, 'apps', 'server', 'dist', 'cli.js')
    const env = { ...process.env, DATA_DIR: on.server.dataDir }
    await promisify(execFile)(process.execPath, [cli, 'admin', 'subscription', 'grant', on.person.email, 'IPC'], {
      env,
      cwd: on.server.dataDir,
    })
    await screen.page.getByRole('region', { name: 'Current plan' }).getByText('Granted by the operator').waitFor()
    await screen.page.getByText('Active, with no end date.').waitFor()
    await screen.page.getByText('Nothing to pay: you have every plan on offer.').waitFor()
    await see.button('Pay').waitFor({ state: 'detached' })
    await screen.page.getByRole('link', { name: 'Home' }).first().click()
    await tab.waitFor()
  })
})

describe('two wallets at once', () => {
  it('stay linked: when the active one disconnects, the other takes over, and signs nothing unprompted', async () => {
    const other = newAccount()
    await installNpmWallet(screen.page, on.server, { accounts: [other] })
    await see.go('/traderewards/stake', 'Stake')
    await see.amount.waitFor()
    await see.button(/^Wallet 0x/).click()
    await screen.page.getByRole('menuitem', { name: 'Wallets' }).click()
    await see.button('Link another wallet').click()
    await screen.page.getByRole('dialog', { name: 'Connect Wallet' }).waitFor()
    await connectWallet(screen.page, other, NPM_WALLET)
    await pillOf(screen.page, other).waitFor()
    const inUse = screen.page.getByRole('listitem').filter({ hasText: 'Connected in this browser' })
    await inUse.filter({ hasText: other.address.toLowerCase() }).waitFor()

    await screen.page.evaluate((none) => window.walletOwner.emit('accountsChanged', none), [] as string[])
    await screen.page.getByRole('button', { name: /not the linked address/ }).waitFor()
    await inUse.filter({ hasText: account.address.toLowerCase() }).waitFor()
    await screen.page.evaluate((none) => window.stubWallet.emit('accountsChanged', none), [] as string[])
    await screen.page.getByRole('button', { name: /locked or not connected in this browser/ }).waitFor()
    await inUse.first().waitFor({ state: 'detached' })
  })

  it('leave the console empty', () => expect(screen.complaints).toEqual([]))
})
