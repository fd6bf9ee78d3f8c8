import { fakeTime } from '@aerie/testkit/fake-time'
import { expect, it } from 'vitest'
import type { OpenedKey } from './apex-keys.ts'
import { watchedAccounts } from './watched-accounts.ts'

const USER = 'user-1'
const keyNamed = (key: string): OpenedKey => ({ credentials: () => ({ key, secret: 's', passphrase: 'p' }), owner: '1', savedAt: 1 })

function slowAccounts() {
  const time = fakeTime(Date.UTC(2026, 2, 1))
  const readings: ((found: OpenedKey | undefined) => void)[] = []
  const asked: string[] = []
  const silent: typeof fetch = (url, init) => {
    asked.push(String(url))
    return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  }
  const saved = new Map<string, number>()
  const accounts = watchedAccounts({
    keys: { open: () => new Promise((resolve) => readings.push(resolve)), savedAmong: async () => saved },
    roots: { rest: new URL('http://apex.example'), socket: undefined },
    env: { ...time, random: () => 0.5, fetch: silent },
    clock: time.clock,
  })
  return { accounts, readings, asked, saved, time }
}

it('keeps no account of an old key that was started before the key was replaced', async () => {
  const { accounts, readings } = slowAccounts()
  const begun = accounts.accountOf(USER)
  accounts.forget(USER)
  readings[0]?.(keyNamed('old'))
  await expect.poll(() => readings.length).toBe(2)
  readings[1]?.(keyNamed('new'))
  const account = await begun
  expect(await accounts.accountOf(USER)).toBe(account)
  expect(readings).toHaveLength(2)
})

it('starts none when the key was deleted meanwhile', async () => {
  const { accounts, readings } = slowAccounts()
  const begun = accounts.accountOf(USER)
  accounts.forget(USER)
  readings[0]?.(keyNamed('old'))
  await expect.poll(() => readings.length).toBe(2)
  readings[1]?.(undefined)
  await expect(begun).rejects.toMatchObject({ reason: 'apex_not_linked' })
})

it('ends only the watch whose key another process has deleted or replaced', async () => {
  const { accounts, readings, saved } = slowAccounts()
  saved.set(USER, 1)
  const begun = accounts.accountOf(USER)
  readings[0]?.(keyNamed('a'))
  const account = await begun
  await accounts.checkKeys()
  expect(await accounts.accountOf(USER)).toBe(account)
  for (const change of [() => saved.set(USER, 2), () => saved.delete(USER)]) {
    change()
    await accounts.checkKeys()
    const again = accounts.accountOf(USER)
    await expect.poll(() => readings.length).toBeGreaterThan(1)
    readings.pop()?.({ ...keyNamed('b'), savedAt: 2 })
    expect(await again).not.toBe(account)
  }
})

it('rejects calls beyond a limit while ApeX is slow, and accepts them again once it has responded', async () => {
  const { accounts, readings, time } = slowAccounts()
  const begun = accounts.accountOf(USER)
  readings[0]?.(keyNamed('a'))
  const account = await begun
  const ended = Array.from({ length: 60 }, (_, id) => account.cancel(String(id)).catch((error: unknown) => error))
  const early: unknown[] = []
  for (const end of ended) void end.then((error) => early.push(error))
  await time.advance(0)
  expect(early).toHaveLength(40)
  for (const error of early) expect(error).toMatchObject({ code: 'rate_limited', reason: 'apex_busy' })
  await time.advance(600_000)
  const late = await Promise.all(ended.slice(0, 20))
  expect(late).not.toContainEqual(expect.objectContaining({ code: 'rate_limited' }))
  void account.cancel('again').catch((error: unknown) => early.push(error))
  await time.advance(0)
  expect(early).toHaveLength(60)
})
