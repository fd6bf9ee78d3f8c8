import { defined } from '@aerie/core/defined'
import { MINUTE_MS } from '@aerie/core/time'
import { sql } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcome, PASSWORD, sessionOf } from '../../../test/account-app.ts'
import { HOST, type HoldingsApp, holdingsApp } from '../../../test/holdings-app.ts'
import { MAX_WALLETS } from '../account/details/linked-wallets.ts'

const wallet = (index: number) => privateKeyToAccount(`0x${index.toString(16).padStart(64, 'a')}`)

let t: HoldingsApp
let ada: { token: string; user: { user_id: string; email: string } }
let bob: typeof ada
beforeAll(async () => {
  t = await holdingsApp()
  ada = await t.newUser('ada@example.com')
  bob = await t.newUser('bob@example.com')
})
afterAll(() => t.close())

const list = async (token: string) =>
  (await t.call('GET', '/wallets', token)).json<{ data: { address: string; is_main: boolean }[] }>().data
const submit = (token: string, message: string, signature: string, host = HOST) =>
  t.call('POST', `//${host}/wallets`, token, { message, signature })
const detail = (answer: { json: <T>() => T }): string => answer.json<{ detail: string }>().detail

describe('the challenge', () => {
  it('contains user, site, chain and purpose, and is valid for ten minutes', async () => {
    const message = await t.challenge(ada.token, wallet(1).address)
    const parsed = parseSiweMessage(message)
    expect(parsed).toMatchObject({
      address: wallet(1).address,
      domain: HOST,
      uri: `http://${HOST}`,
      chainId: 31_337,
      version: '1',
      resources: [`urn:uuid:${ada.user.user_id}`],
      statement: expect.stringContaining('ada@example.com'),
    })
    expect(Number(parsed.expirationTime) - Number(parsed.issuedAt)).toBe(10 * MINUTE_MS)
  })

  it('accepts an address in any valid notation, and nothing else', async () => {
    const { address } = wallet(1)
    expect(parseSiweMessage(await t.challenge(ada.token, address.toLowerCase())).address).toBe(address)
    expect(outcome(await t.call('POST', '/wallets/challenge', ada.token, { address: '0x12' }))).toBe('400 bad_input')
  })

  it('is refused if the host is not a name that a wallet could show', async () => {
    for (const host of ['nas:4800', '[::1]:4800', 'evil.example', 'localhost.evil.example:4921']) {
      const answer = await t.call('POST', `//${host}/wallets/challenge`, ada.token, { address: wallet(1).address })
      expect(outcome(answer)).toBe('422 rule_broken')
      expect(detail(answer)).toContain(`A wallet cannot be linked at ${host}:`)
      expect(detail(answer)).toContain('its operator names that address in PUBLIC_URL')
    }
  })
})

describe('linking while the chain is unavailable', () => {
  it('links a wallet by its key once: the same message does not link again', async () => {
    const by = wallet(2)
    const message = await t.challenge(ada.token, by.address)
    const signature = await by.signMessage({ message })
    const answers = await Promise.all([submit(ada.token, message, signature), submit(ada.token, message, signature)])
    expect(answers.map(outcome).sort()).toEqual(['200', '422 rule_broken'])
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({ data: { address: by.address.toLowerCase() } })
    expect(await list(ada.token)).toEqual([{ address: by.address.toLowerCase(), is_main: false, linked_at: expect.any(Number) }])
    expect(outcome(await t.call('DELETE', `/wallets/${by.address}`, ada.token))).toBe('200')
    const replayed = await submit(ada.token, message, signature)
    expect([outcome(replayed), detail(replayed)]).toEqual(['422 rule_broken', 'This message has been used. Ask for a new one.'])
    expect(await list(ada.token)).toEqual([])
  })

  it("does not link by another user's challenge", async () => {
    const message = await t.challenge(ada.token, wallet(3).address)
    const answer = await submit(bob.token, message, await wallet(3).signMessage({ message }))
    expect([outcome(answer), detail(answer)]).toEqual(['422 rule_broken', 'This message is for another account.'])
  })

  it.each([
    ['another site', { domain: 'evil.example' }, 'This message is for another site.'],
    ['another address of the site', { uri: 'http://evil.example' }, 'This message is for another site.'],
    ['another chain', { chainId: 8_453 }, 'This message is for another chain.'],
    ['another account', { resources: [] }, 'This message is for another account.'],
    [
      'a later end',
      { expirationTime: new Date(Date.UTC(2099, 0, 1)) },
      'This message was not asked for by this account. Ask for a new one.',
    ],
    ['a nonce of its own', { nonce: 'abcdef0123456789' }, 'This message was not asked for by this account. Ask for a new one.'],
    ['another wallet', { address: wallet(4).address }, 'This message was not asked for by this account. Ask for a new one.'],
  ])('does not link by a message with a changed %s', async (_what, changes, expectedDetail) => {
    const asked = await t.challenge(ada.token, wallet(5).address)
    const parsed = parseSiweMessage(asked) as Parameters<typeof createSiweMessage>[0]
    const message = createSiweMessage({ ...parsed, ...changes })
    const by = 'address' in changes ? wallet(4) : wallet(5)
    const answer = await submit(ada.token, message, await by.signMessage({ message }))
    expect([outcome(answer), detail(answer)]).toEqual(['422 rule_broken', expectedDetail])
    // Control: the unchanged message is accepted.
    expect(outcome(await submit(ada.token, asked, await wallet(5).signMessage({ message: asked })))).toBe('200')
    await t.call('DELETE', `/wallets/${wallet(5).address}`, ada.token)
  })

  it('does not link by an invalid message', async () => {
    expect(outcome(await submit(ada.token, 'let me in', '0x00'))).toBe('422 rule_broken')
  })

  it('does not link at a host other than the one that issued the challenge', async () => {
    const message = await t.challenge(ada.token, wallet(5).address)
    expect(outcome(await submit(ada.token, message, await wallet(5).signMessage({ message }), 'other.example'))).toBe('422 rule_broken')
  })

  it('does not link after ten minutes', async () => {
    const message = await t.challenge(ada.token, wallet(5).address)
    const signature = await wallet(5).signMessage({ message })
    t.clock.advance(10 * MINUTE_MS)
    const fresh = await login('ada@example.com')
    const answer = await submit(fresh, message, signature)
    const tooLate = ['422 challenge_expired', 'This message has expired. Request a new one.']
    expect([outcome(answer), detail(answer)]).toEqual(tooLate)
    // Still expired after its row was deleted.
    await t.db.execute(sql`delete from wallet_challenges`)
    const later = await submit(fresh, message, signature)
    expect([outcome(later), detail(later)]).toEqual(tooLate)
  })

  it('reports that only the chain could verify a signature that is not of the key', async () => {
    const message = await t.challenge(ada.token, wallet(5).address)
    const answer = await submit(ada.token, message, await wallet(6).signMessage({ message }))
    expect([outcome(answer), answer.headers['retry-after']]).toEqual(['503 unavailable', '5'])
  })
})

const login = async (email: string): Promise<string> => {
  return sessionOf(await t.post({ path: '/auth/login', body: { email, password: PASSWORD } })).token
}

describe('ownership of a wallet', () => {
  it('assigns a wallet to one user, however many request it at once, and does not reveal whose it is', async () => {
    const by = wallet(7)
    const proofs = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { token } = index % 2 === 0 ? ada : bob
        const message = await t.challenge(token, by.address)
        return { token, message, signature: await by.signMessage({ message }) }
      }),
    )
    const answers = await Promise.all(proofs.map(({ token, message, signature }) => submit(token, message, signature)))
    const outcomes = answers.map(outcome)
    const [adas, bobs] = [outcomes.filter((_, index) => index % 2 === 0), outcomes.filter((_, index) => index % 2 === 1)]
    const [owner, other] = adas.includes('200') ? [adas, bobs] : [bobs, adas]
    expect(owner).toEqual(Array(10).fill('200'))
    expect(other).toEqual(Array(10).fill('409 conflict'))
    const both = [...(await list(ada.token)), ...(await list(bob.token))]
    expect(both.filter(({ address }) => address === by.address.toLowerCase())).toHaveLength(1)
    const refusal = defined(answers.find(({ statusCode }) => statusCode === 409))
    expect(refusal.body).not.toMatch(/ada|bob|example\.com/)
  })

  it('does not promote another wallet when the main one is unlinked', async () => {
    const user = await t.newUser('eve@example.com')
    for (const index of [8, 9]) await t.link(user.token, wallet(index))
    const main = wallet(8).address.toLowerCase()
    const chosen = await t.put({ path: '/updateUserByEmail', token: user.token, body: { email: 'eve@example.com', wallet_address: main } })
    expect(chosen.json()).toEqual({ data: { wallet_address: main, gold_tier_holder: false } })
    const again = await t.put({ path: '/updateUserByEmail', token: user.token, body: { email: 'eve@example.com', wallet_address: main } })
    expect(outcome(again)).toBe('200')
    expect((await list(user.token)).map(({ address, is_main }) => [address, is_main])).toEqual([
      [main, true],
      [wallet(9).address.toLowerCase(), false],
    ])
    expect(outcome(await t.call('DELETE', `/wallets/${main}`, await login('ada@example.com')))).toBe('404 not_found')
    expect(outcome(await t.call('DELETE', `/wallets/${main}`, user.token))).toBe('200')
    expect((await list(user.token)).map(({ is_main }) => is_main)).toEqual([false])
    const walletMails = t.mails.filter(({ to, subject }) => to === 'eve@example.com' && subject.includes('wallet'))
    expect(walletMails.map(({ subject }) => subject.slice(0, 21))).toEqual([
      'A wallet was linked t',
      'A wallet was linked t',
      'The main wallet of yo',
      'A wallet was unlinked',
    ])
    const record = await t.get({ path: '/getUserByEmail?email=eve@example.com', token: user.token })
    expect(record.json()).toEqual({ data: { wallet_address: 'null', gold_tier_holder: false } })
    expect(t.notices.filter(({ user: id, kind }) => id === user.user.user_id && kind === 'entitlements').length).toBeGreaterThan(3)
  })

  it('requires reauthentication before a wallet is unlinked, and keeps the wallet until then', async () => {
    const user = await t.newUser('late@example.com')
    const by = wallet(10)
    await t.link(user.token, by)
    t.clock.advance(10 * MINUTE_MS)
    const { token } = user
    expect(outcome(await t.call('DELETE', `/wallets/${by.address}`, token))).toBe('403 reauthentication_required')
    expect(await list(token)).toHaveLength(1)
    expect(outcome(await t.post({ path: '/auth/reauthenticate', token, body: { password: PASSWORD } }))).toBe('200')
    expect(outcome(await t.call('DELETE', `/wallets/${by.address}`, token))).toBe('200')
    expect(await list(token)).toEqual([])
  })

  it('limits challenges, attempts and wallets per user', async () => {
    const user = await t.newUser('many@example.com')
    for (let index = 0; index < MAX_WALLETS; index += 1) expect(outcome(await t.link(user.token, wallet(100 + index)))).toBe('200')
    expect(outcome(await t.link(user.token, wallet(200)))).toBe('422 rule_broken')
    const ask = () => t.call('POST', '/wallets/challenge', user.token, { address: wallet(1).address })
    const outcomes = []
    for (let index = 0; index < 10; index += 1) outcomes.push(outcome(await ask()))
    expect(outcomes).toEqual([...Array(9).fill('200'), '429 rate_limited'])
  })
})

it.each([
  ['GET', '/wallets'],
  ['POST', '/wallets'],
  ['POST', '/wallets/challenge'],
  ['DELETE', `/wallets/${wallet(1).address}`],
  ['GET', '/tier'],
  ['GET', '/staking/pool'],
  ['GET', '/staking/epochs'],
  ['GET', `/staking/positions/${wallet(1).address}`],
  ['GET', `/staking/history/${wallet(1).address}`],
  ['GET', '/subscriptions'],
] as const)('refuses %s %s without a token', async (method, path) => {
  expect(outcome(await t.app.inject({ method, url: `/api/v1${path}` }))).toBe('401 unauthenticated')
})

it('deletes expired challenges', async () => {
  const addresses = async () =>
    (await t.db.execute(sql`select message like ${`%${wallet(8).address}%`} as is_fresh from wallet_challenges`)).rows
  await t.challenge(await login('bob@example.com'), wallet(7).address)
  t.clock.advance(10 * MINUTE_MS)
  await t.challenge(await login('bob@example.com'), wallet(8).address)
  t.holdings.start()
  await expect.poll(addresses).toEqual([{ is_fresh: true }])
})
