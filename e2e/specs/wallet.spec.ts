import { installMockWallet } from '@johanneskares/wallet-mock'
import { http } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityBreaches, PHONE, sidewaysScroll, type VisitOptions, visit } from '../support/browser.ts'
import { logInPage, newPerson, type Person, signUp } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import {
  announceWallets,
  behave,
  chooseWallet,
  connectWallet,
  installStubWallet,
  newAccount,
  pillOf,
  throughReload,
} from '../support/wallet-page.ts'

const on = sharedStage()
beforeAll(async () => {
  await until('the contracts on the local chain', async () => ((await config()).contracts.token ? true : undefined), 60_000)
}, 120_000)

const config = async () =>
  ((await (await fetch(`${on.server.url}/api/v1/config`)).json()) as { data: { contracts: Record<string, string> } }).data

const QUIET_MESSAGES = [/The wallet could not be connected/]

async function newcomer(options: VisitOptions = {}) {
  const person = newPerson()
  const session = await signUp(on.server, person)
  return { person, session, ...(await visit(on.browser, options)) }
}

async function userOf(person: Person, token: string): Promise<{ wallet_address: string }> {
  const answer = await fetch(`${on.server.url}/api/v1/getUserByEmail?email=${encodeURIComponent(person.email)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { data: { wallet_address: string } }).data
}

describe('an accepting wallet', () => {
  it('is linked by its signature, stays linked after a reload, and is unlinked', async () => {
    const { person, session, page, complaints, close } = await newcomer()
    const account = newAccount()
    const rpc = http(`${on.server.url}/api/v1/chain/rpc`)
    await installMockWallet({
      page,
      account,
      transports: { 31337: rpc },
      defaultChain: {
        id: 31_337,
        name: 'Aerie local chain',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [`${on.server.url}/api/v1/chain/rpc`] } },
      },
    })
    await logInPage(page, on.server, person)
    await page.goto(`${on.server.url}/account/wallets`)
    await page.getByText('No wallet linked').waitFor()
    await connectWallet(page, account, 'Mock Wallet')
    expect((await userOf(person, session.token)).wallet_address.toLowerCase()).toBe(account.address.toLowerCase())
    await page.getByText('Main', { exact: true }).waitFor()
    await page.getByText('Connected in this browser').waitFor()

    await page.getByRole('button', { name: 'Get test funds' }).click()
    await page.getByText(/^Test funds added: [\d,]+ ETH, [\d,]+ AERIE/).waitFor()

    await pillOf(page, account).click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect Wallet' })
    await dialog.getByText('You may lose access to the dashboard until you reconnect.').waitFor()
    await throughReload(page, 'Wallet was disconnected successfully. Refreshing shortly.', () =>
      dialog.getByRole('button', { name: 'Disconnect' }).click(),
    )
    await page.getByRole('button', { name: 'Connect Wallet', exact: true }).first().waitFor()
    expect((await userOf(person, session.token)).wallet_address).toBe('null')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a wallet on another chain that does not have this one', () => {
  it('is asked to add the chain, and refusing returns to the wallet choice', async () => {
    const { person, page, complaints, close } = await newcomer({ quiet: QUIET_MESSAGES })
    const account = newAccount()
    await installStubWallet(page, on.server, { accounts: [account], chainId: 1 })
    await logInPage(page, on.server, person)
    await page.goto(`${on.server.url}/account/wallets`)
    await behave(page, 'wallet_addEthereumChain', 'reject')
    await chooseWallet(page, 'Stub Wallet')
    await page
      .getByRole('alert')
      .getByText(/^You refused the network change in your wallet\./)
      .waitFor()
    await behave(page, 'wallet_addEthereumChain', 'approve')
    await connectWallet(page, account)
    expect(await page.evaluate(() => window.stubWallet.chainId)).toBe(31_337)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a wallet with a nonstandard response to a network change', () => {
  it('is asked to add the chain after a nonstandard error, and reported as unchanged when it accepts without switching', async () => {
    const { person, page, complaints, close } = await newcomer({ quiet: QUIET_MESSAGES })
    const account = newAccount()
    await installStubWallet(page, on.server, { accounts: [account], chainId: 1 })
    await logInPage(page, on.server, person)
    await page.goto(`${on.server.url}/account/wallets`)
    await behave(page, 'wallet_switchEthereumChain', 'agree-idly')
    await chooseWallet(page, 'Stub Wallet')
    await page
      .getByRole('alert')
      .getByText(/^Your wallet accepted the network change but is still on another network\./)
      .waitFor()
    await behave(page, 'wallet_switchEthereumChain', 'unknown-in-words')
    await connectWallet(page, account)
    expect(await page.evaluate(() => window.stubWallet.asked)).not.toContain('eth_sendTransaction')
    expect(await page.evaluate(() => window.stubWallet.chainId)).toBe(31_337)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the wallets of a browser', () => {
  it('are each offered once under their own name, along with one that only provides window.ethereum', async () => {
    const { person, page, complaints, close } = await newcomer()
    await announceWallets(
      page,
      [
        { name: 'MetaMask', rdns: 'io.metamask', color: 'orange', times: 2 },
        { name: 'MetaMask Flask', rdns: 'io.metamask.flask', color: 'purple' },
        { name: 'Twin', rdns: 'org.example.one', color: 'teal' },
        { name: 'Twin', rdns: 'org.example.two', color: 'navy' },
      ],
      true,
    )
    await logInPage(page, on.server, person)
    await page.goto(`${on.server.url}/account/wallets`)
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
    const offered = dialog.getByRole('region', { name: 'Detected in this browser' }).getByRole('button')
    await expect
      .poll(() => offered.allInnerTexts(), { timeout: 30_000 })
      .toEqual(['Metamask', 'MetaMask Flask', 'Twin\norg.example.one', 'Twin\norg.example.two', 'Browser wallet'])
    expect(await accessibilityBreaches(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a refusing wallet', () => {
  it('returns to the choice with a message, at each step, by error code and by error text; then accepting succeeds', async () => {
    const { person, session, page, complaints, close } = await newcomer({ quiet: QUIET_MESSAGES })
    const account = newAccount()
    await installStubWallet(page, on.server, { accounts: [account] })
    await logInPage(page, on.server, person)
    await page.goto(`${on.server.url}/account/wallets`)
    for (const [method, how] of [
      ['wallet_requestPermissions', 'reject'],
      ['personal_sign', 'reject'],
      ['personal_sign', 'reject-in-words'],
    ] as const) {
      await behave(page, method, how)
      await chooseWallet(page, 'Stub Wallet')
      await page.getByRole('alert').getByText('You refused the request in your wallet. Nothing has changed.').waitFor()
      await behave(page, method, 'approve')
    }
    expect((await userOf(person, session.token)).wallet_address).toBe('null')
    await behave(page, 'personal_sign', 'hold')
    await chooseWallet(page, 'Stub Wallet')
    const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
    await dialog.getByText('Sign the message in your wallet').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Stub Wallet', exact: true }).waitFor()
    await behave(page, 'personal_sign', 'approve')
    await connectWallet(page, account)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a wallet that changes while linked', () => {
  it('is detected: another account, a lock, another network; each with the one required action', async () => {
    const { person, page, complaints, close } = await newcomer()
    const [first, second] = [newAccount(), newAccount()]
    await installStubWallet(page, on.server, { accounts: [first, second] })
    await logInPage(page, on.server, person)
    await page.goto(`${on.server.url}/account/wallets`)
    await connectWallet(page, first)
    await page.getByText('Connected in this browser').waitFor()

    await page.evaluate((other) => window.stubWallet.emit('accountsChanged', [other]), second.address)
    await page.getByRole('button', { name: /not the linked address/ }).click()
    await page.getByRole('menuitem', { name: 'Use that address' }).click()
    await throughReload(page, 'Wallet was connected successfully. Refreshing shortly.', () =>
      page.getByRole('dialog', { name: 'Connect Wallet' }).getByRole('button', { name: 'Use this wallet' }).click(),
    )
    await pillOf(page, second).waitFor()
    await page.getByText('Connected in this browser').waitFor()
    await until(
      'both wallets in the list',
      async () => (await page.getByRole('listitem').filter({ hasText: 'Linked' }).count()) === 2 || undefined,
    )

    await page.evaluate(() => window.stubWallet.emit('chainChanged', '0x1'))
    await page.getByRole('button', { name: /is not on Aerie local chain/ }).click()
    await page.getByRole('menuitem', { name: 'Change to Aerie local chain' }).click()
    await until('the right network', async () => ((await page.evaluate(() => window.stubWallet.chainId)) === 31_337 ? true : undefined))

    await page.evaluate(() => window.stubWallet.emit('accountsChanged', []))
    await page.getByRole('button', { name: /locked or not connected in this browser/ }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the wallets of an account', () => {
  it('can be unlinked after a confirmation; the screen fits a phone and has no axe violations', async () => {
    const { person, session, page, complaints, close } = await newcomer({ viewport: PHONE })
    const account = newAccount()
    await installStubWallet(page, on.server, { accounts: [account] })
    await logInPage(page, on.server, person)
    await page.goto(`${on.server.url}/account/wallets`)
    await connectWallet(page, account)
    await page.getByText(/AERIE to go until the gold tier/).waitFor()
    await page.getByRole('button', { name: 'Get test funds' }).click()
    await page.getByText(/^You are in the gold tier\./).waitFor()
    await until('no room to scroll sideways', async () => (await sidewaysScroll(page)) === 0 || undefined)
    expect(await accessibilityBreaches(page)).toEqual([])
    await page.getByRole('button', { name: /^Unlink/ }).click()
    await page.getByRole('dialog').getByText('You can link it again at any time').waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await page.getByText('No wallet linked').waitFor()
    expect((await userOf(person, session.token)).wallet_address).toBe('null')
    expect(complaints).toEqual([])
    await close()
  })
})
