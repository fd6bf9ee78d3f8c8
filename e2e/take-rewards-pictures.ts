import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { rewardsPage } from './pages/rewards-page.ts'
import { startAerie } from './support/aerie-server.ts'
import { openChromium, PHONE, visit, WIDE } from './support/browser.ts'
import { localNode } from './support/local-node.ts'
import { installNpmWallet, NPM_WALLET } from './support/npm-wallet.ts'
import { logInPage, newPerson, signUp } from './support/people.ts'
import { chooseWallet, newAccount } from './support/wallet-page.ts'

const DONE = /Done, in block/

/**
 * Screenshots of the whole wallet flow, wide and small, dark and light: `node e2e/take-rewards-pictures.ts FOLDER`. Prints console
 * messages, of which there should be none.
 */
async function takePictures(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const [server, browser] = await Promise.all([startAerie(), openChromium()])
  try {
    const node = localNode(server)
    await node.isFurnished()
    const person = newPerson()
    await signUp(server, person)
    const account = newAccount()
    const { page, complaints } = await visit(browser, { reducedMotion: 'reduce' })
    const wallet = await installNpmWallet(page, server, { accounts: [account] })
    const see = rewardsPage(page, server.url)
    let count = 0
    const shoot = async (name: string, schemes: readonly ('dark' | 'light')[] = ['dark', 'light']) => {
      count += 1
      for (const [size, viewport] of Object.entries(schemes.length > 1 ? { wide: WIDE, phone: PHONE } : { wide: WIDE })) {
        await page.setViewportSize(viewport)
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme })
          await page.screenshot({ path: join(folder, `${String(count).padStart(2, '0')}-${name}-${size}-${colorScheme}.png`) })
        }
      }
      await page.setViewportSize(WIDE)
      await page.emulateMedia({ colorScheme: 'dark' })
    }
    await logInPage(page, server, person)
    await see.go('/traderewards/stake', 'Stake')
    await page.getByText('No wallet linked').waitFor()
    await shoot('no-wallet')
    await see.button('Connect Wallet').first().click()
    await page.getByRole('dialog').getByRole('button', { name: NPM_WALLET }).waitFor()
    await shoot('connect')
    await wallet.hold('personal_sign')
    await chooseWallet(page, NPM_WALLET)
    await page.getByText('Sign the message in your wallet').waitFor()
    await shoot('sign')
    await wallet.release()
    await page.getByText('Wallet was connected successfully. Refreshing shortly.').waitFor()
    // The page reloads within 2.5 seconds.
    const reloaded = page.waitForEvent('load')
    await shoot('linked', ['dark'])
    await reloaded
    await see.button('Get test funds').waitFor()
    await shoot('empty-wallet')
    await see.button('Get test funds').click()
    await page.getByText('25,000 AERIE in your wallet.').waitFor()
    await see.amount.fill('12000.5')
    await page.getByText(/You keep the gold tier/).waitFor()
    await shoot('stake-form')
    await see.button('Stake').click()
    await wallet.hold('eth_sendTransaction')
    await see.button('Allow').click()
    await see.happened('Allow 12,000.5 AERIE', /Confirm it in your wallet/)
    await shoot('allow-in-wallet')
    await wallet.release()
    await see.happened('Allow 12,000.5 AERIE', DONE)
    await node.holdBlocks()
    await see.button('Stake').click()
    await see.happened('Stake 12,000.5 AERIE', /Waiting to be mined/)
    await shoot('stake-pending')
    await node.mine()
    await see.happened('Stake 12,000.5 AERIE', DONE)
    await page.getByText('12,999.5 AERIE in your wallet.').waitFor()
    await shoot('staked')
    await page.getByRole('region', { name: 'Gold tier' }).scrollIntoViewIfNeeded()
    await shoot('gold')
    await see.go('/traderewards/withdraw', 'Withdraw')
    await see.amount.fill('2000')
    await see.button('Unstake').click()
    await see.happened('Unstake 2,000 AERIE', DONE)
    await page.getByText(/ s left/).waitFor()
    await shoot('unbonding')
    await node.passTime(121)
    await page.reload()
    await page.getByText('Ready to withdraw').waitFor()
    await shoot('ready')
    await wallet.refuse('eth_sendTransaction')
    await see.button(/^Withdraw 2,000 AERIE, request/).click()
    await see.happened('Withdraw 2,000 AERIE', /You refused it/)
    await shoot('refused')
    await wallet.agree('eth_sendTransaction')
    await see.button(/^Withdraw 2,000 AERIE, request/).click()
    await see.happened('Withdraw 2,000 AERIE', DONE)
    await see.go('/traderewards/rewards', 'Rewards')
    await page.locator('[data-earned]').waitFor()
    await shoot('rewards')
    await see.button('Claim rewards').click()
    await see.happened('Claim rewards', DONE)
    await page.getByText(/^Claimed: /).waitFor()
    await shoot('claimed')
    await page.getByText('Reward epochs').scrollIntoViewIfNeeded()
    await shoot('history')
    await see.go('/account/subscriptions', 'Subscriptions')
    await page.getByText('Total: 49 USDC').waitFor()
    await shoot('subscriptions')
    await see.button('Pay').click()
    await see.button('Allow').click()
    await see.happened('Allow 49 USDC', DONE)
    await see.button('Pay').click()
    await see.happened('Pay for IPC, 1 month', DONE)
    await page.getByText(/Active until/).waitFor()
    await shoot('paid')
    await page.getByRole('link', { name: 'Home' }).first().click()
    await page.locator('header').getByRole('link', { name: 'IPC', exact: true }).waitFor()
    await shoot('ipc-tab')
    await see.go('/account/wallets', 'Wallets')
    await page.getByText('Connected in this browser').waitFor()
    await shoot('wallets')
    process.stdout.write(`${count} steps; the console said: ${JSON.stringify(complaints)}\n`)
  } finally {
    await browser.close()
    await server.remove()
  }
}

const [folder = 'test-results/rewards-pictures'] = process.argv.slice(2)
await takePictures(folder)
