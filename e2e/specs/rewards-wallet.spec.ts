import type { LocalAccount } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { rewardsPage } from '../pages/rewards-page.ts'
import { AWAY, type Visit, visit } from '../support/browser.ts'
import { intercept } from '../support/intercept.ts'
import { localNode } from '../support/local-node.ts'
import { installNpmWallet, NPM_WALLET } from '../support/npm-wallet.ts'
import { logInPage } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { chooseWallet, connectWallet, newAccount, pillOf, throughReload } from '../support/wallet-page.ts'

const REFUSED = 'You refused the request in your wallet. Nothing has changed.'
const NOT_SENT = /You refused it in your wallet\. Nothing was sent\./
const DONE = /Done, in block/

const on = stage()
let screen: Visit
let wallet: Awaited<ReturnType<typeof installNpmWallet>>
let accounts: readonly [LocalAccount, LocalAccount]
let see: ReturnType<typeof rewardsPage>
let node: ReturnType<typeof localNode>

beforeAll(async () => {
  node = localNode(on.server)
  await node.isFurnished()
  accounts = [newAccount(), newAccount()]
  // Messages about a rejection, and about the server while it is down.
  const quiet = [
    /The wallet could not be connected/,
    /chain does not answer/,
    /Failed to load resource/,
    /not known now/,
    /live connection|connection for messages/,
    /could not be (loaded|read|updated|watched)/,
    AWAY,
  ]
  screen = await visit(on.browser, { quiet, reducedMotion: 'reduce' })
  wallet = await installNpmWallet(screen.page, on.server, { accounts, isElsewhere: true })
  see = rewardsPage(screen.page, on.server.url)
  await logInPage(screen.page, on.server, on.person)
}, 150_000)

const holds = async (address: string) => {
  const { token } = await screen.page.evaluate(() => ({ token: localStorage.getItem('token') }))
  const answer = await fetch(`${on.server.url}/api/v1/staking/positions/${address}`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await answer.json()) as { data: { unstaked: string; staked: string; earned: string; tickets: { amount: string }[] } }
  return { unstaked: data.unstaked, staked: data.staked, tickets: data.tickets.map(({ amount }) => amount) }
}
const tokens = (amount: number) => String(BigInt(amount * 10) * 10n ** 17n)

/** Rejects once: a clear message, no change on the chain, the input kept. Then approves. */
async function refusedThenDone(press: () => Promise<void>, { title, typed }: { title: string; typed: readonly string[] }): Promise<void> {
  const before = await holds(accounts[0].address)
  await wallet.refuse('eth_sendTransaction')
  await press()
  await see.happened(title, NOT_SENT)
  expect(await holds(accounts[0].address)).toEqual(before)
  const fields = await screen.page.locator('input[name=amount], input[name=months]').all()
  expect(await Promise.all(fields.map((field) => field.inputValue()))).toEqual(typed)
  await wallet.agree('eth_sendTransaction')
  await press()
  await see.happened(title, DONE)
  await expect.poll(() => see.transactions.getByRole('listitem').filter({ hasText: title }).count(), { timeout: 30_000 }).toBe(1)
}

describe('a wallet from npm, from the first refusal to the last token', () => {
  it('is requested by Trade Rewards, with a single action', async () => {
    await see.go('/traderewards/stake', 'Stake')
    const panel = screen.page.getByRole('region', { name: 'Stake AERIE' })
    await panel.getByText('No wallet linked').waitFor()
    await expect.poll(() => panel.getByRole('button').allInnerTexts(), { timeout: 30_000 }).toEqual(['Connect Wallet'])
  })

  it.each(['wallet_requestPermissions', 'wallet_switchEthereumChain', 'personal_sign'])(
    'is not linked when %s is refused',
    async (method) => {
      const message = method === 'wallet_switchEthereumChain' ? /^You refused the network change in your wallet\./ : REFUSED
      await wallet.refuse(method)
      await chooseWallet(screen.page, NPM_WALLET)
      await screen.page.getByRole('dialog').getByRole('alert').getByText(message).waitFor()
      await wallet.agree(method)
      expect(await screen.page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').wallet_address)).toBe('null')
    },
  )

  it('connects, switches to the right chain, signs, and is linked', async () => {
    await connectWallet(screen.page, accounts[0], NPM_WALLET)
    await screen.page.getByText('This wallet has no AERIE yet.').waitFor()
  })

  it('gets test funds when empty, right beside the form', async () => {
    await see.button('Get test funds').click()
    await screen.page.getByText('25,000 AERIE in your wallet.').waitFor()
    await see.button('Get test funds').waitFor({ state: 'detached' })
  })

  it('approves and stakes, each after a refusal', async () => {
    await see.amount.fill('12000.5')
    await screen.page.getByText(/^You would earn about [\d,]+ AERIE a month$/).waitFor()
    await see.button('Stake').click()
    await screen.page.getByText(/Your wallet cannot sign permissions/).waitFor()
    await refusedThenDone(() => see.button('Allow').click(), { title: 'Allow 12,000.5 AERIE', typed: ['12000.5'] })
    await refusedThenDone(() => see.button('Stake').click(), { title: 'Stake 12,000.5 AERIE', typed: ['12000.5'] })
    await screen.page.getByText('12,999.5 AERIE in your wallet.').waitFor()
    await expect.poll(() => see.amount.inputValue(), { timeout: 30_000 }).toBe('')
    await screen.page.getByText(/^You are in the gold tier\./).waitFor()
  })

  it('requests a partial unstake, waits, and withdraws it', async () => {
    await see.go('/traderewards/withdraw', 'Withdraw')
    await see.amount.fill('2000')
    await refusedThenDone(() => see.button('Unstake').click(), { title: 'Unstake 2,000 AERIE', typed: ['2000'] })
    const withdraw = see.button(/^Withdraw 2,000 AERIE, request/)
    await screen.page.getByText(/ s left/).waitFor()
    await expect.poll(() => withdraw.getAttribute('aria-disabled'), { timeout: 30_000 }).toBe('true')
    await node.passTime(121)
    await screen.page.reload()
    await screen.page.getByText('Ready to withdraw').waitFor()
    await refusedThenDone(() => withdraw.click(), { title: 'Withdraw 2,000 AERIE', typed: [''] })
    await screen.page.getByText('Nothing is unbonding.').waitFor()
    expect(await holds(accounts[0].address)).toEqual({ unstaked: tokens(14_999.5), staked: tokens(10_000.5), tickets: [] })
  })

  it('claims its earned rewards', async () => {
    await see.go('/traderewards/rewards', 'Rewards')
    await screen.page.getByText('Claim rewards').first().waitFor()
    await refusedThenDone(() => see.button('Claim rewards').click(), { title: 'Claim rewards', typed: [] })
    await screen.page.getByText(/^Claimed: /).waitFor()
  })

  it('loses nothing when the server is killed between the signature and the response', async () => {
    await see.go('/traderewards/stake', 'Stake')
    await see.amount.fill('10')
    await see.button('Stake').click()
    await see.button('Allow').click()
    await see.happened('Allow 10 AERIE', DONE)
    // The allowance is read from the chain, which is unreachable from here on.
    await see.button('Stake').waitFor()
    const { staked } = await holds(accounts[0].address)
    const reconnect = await intercept(screen.page, '**/api/v1/chain/rpc', (route) => route.abort())
    await see.button('Stake').click()
    await see.happened('Stake 10 AERIE', /The chain cannot be read/)
    await on.server.kill()
    reconnect()
    await on.server.start()
    await see.happened('Stake 10 AERIE', DONE)
    const added = async () => BigInt((await holds(accounts[0].address)).staked) - BigInt(staked)
    await expect.poll(added, { timeout: 30_000 }).toBe(10n * 10n ** 18n)
  })
})

describe('a paying wallet from npm', () => {
  it('approves and pays for IPC, each after a refusal; the tab appears without a new login', async () => {
    const tab = screen.page.locator('header').getByRole('link', { name: 'IPC', exact: true })
    await see.go('/account/subscriptions', 'Subscriptions')
    await screen.page.getByLabel('Months').fill('2')
    await screen.page.getByText('Total: 98 USDC').waitFor()
    await see.button('Pay').click()
    await refusedThenDone(() => see.button('Allow').click(), { title: 'Allow 98 USDC', typed: ['2'] })
    await refusedThenDone(() => see.button('Pay').click(), { title: 'Pay for IPC, 2 months', typed: ['2'] })
    await screen.page.getByText(/Active until/).waitFor()
    await screen.page.getByRole('link', { name: 'Home' }).first().click()
    await tab.waitFor()
  })

  it('extends its paid subscription', async () => {
    const paidUntil = () => screen.page.getByText(/Active until/).innerText()
    // The browser's zone is UTC; the machine's zone may switch to or from daylight saving time between the two.
    const endOf = (text: string): number => Date.parse(text.replace(/^Active until (.*)\.$/, '$1 UTC'))
    await see.go('/account/subscriptions', 'Subscriptions')
    // Read before the payment: the page may show the new date before the tray reports completion.
    const before = await paidUntil()
    await see.button('Pay').click()
    await see.button('Allow').click()
    await see.happened('Allow 49 USDC', DONE)
    await see.button('Pay').click()
    await see.happened('Pay for IPC, 1 month', DONE)
    await screen.page.waitForFunction((old) => !document.body.innerText.includes(old), before)
    expect(endOf(await paidUntil()) - endOf(before)).toBe(30 * 86_400_000)
  })
})

describe('a wallet from npm that changes its account', () => {
  it('is not mistaken for the linked one: shows a single action, and nothing can be sent before it', async () => {
    await see.go('/traderewards/stake', 'Stake')
    await see.amount.waitFor()
    await wallet.choose(1)
    const panel = screen.page.getByRole('region', { name: 'Stake AERIE' })
    await panel.getByText(/not the linked address\./).waitFor()
    await expect.poll(() => panel.getByRole('button').allInnerTexts(), { timeout: 30_000 }).toEqual(['Use that address'])
    await panel.getByRole('button', { name: 'Use that address' }).click()
    await throughReload(screen.page, 'Wallet was connected successfully. Refreshing shortly.', () =>
      screen.page.getByRole('dialog').getByRole('button', { name: 'Use this wallet' }).click(),
    )
    await pillOf(screen.page, accounts[1]).waitFor()
    await screen.page.getByText('This wallet has no AERIE yet.').waitFor()
  })

  it('leaves the console empty', () => expect(screen.complaints).toEqual([]))
})
