import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api/api-error.ts'
import { useSession } from '../../platform/session/session.ts'
import { testUser } from '../../platform/session/test/user.ts'
import { endPushWithSession, pushOf, readPush, switchPushOff, switchPushOn } from './browser-push.ts'
import { deliveryCalls } from './delivery-calls.ts'
import { testChannels, testId } from './test/alerts.ts'

function testBrowser() {
  let subscription: object | null = null
  const made = {
    unsubscribe: vi.fn(async () => (subscription = null)),
    toJSON: () => ({ endpoint: 'https://push.example/1' }),
    options: {},
  }
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => (subscription = made),
  }
  const registration = { pushManager }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), register: async () => registration, getRegistration: async () => registration },
  })
  return made
}

const add = vi.spyOn(deliveryCalls, 'addPush')
/** The newest entry is deliberately not first. */
const listOf = (...numbers: readonly number[]) => {
  const devices = numbers.map((number) => ({
    id: testId(number),
    name: 'Firefox on Linux',
    created_at: `2026-01-0${number}T00:00:00.000Z`,
    sent_at: null,
  }))
  const channels = testChannels()
  return { ...channels, push: { ...channels.push, devices } }
}
const stateFor = async (...numbers: readonly number[]) => pushOf(await readPush(), listOf(...numbers).push)

let made: ReturnType<typeof testBrowser>
beforeEach(() => {
  localStorage.clear()
  made = testBrowser()
  add.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

describe('push in this browser', () => {
  it('is on for the user who switched it on, as long as the server has it for them', async () => {
    expect(await stateFor()).toBe('off')
    add.mockResolvedValue(listOf(1, 3, 2))
    await switchPushOn('key')
    expect([await stateFor(1, 3, 2), await stateFor(1, 2), await stateFor()]).toEqual(['on', 'off', 'off'])
  })

  it('is off for the next user, who takes it over by switching it on', async () => {
    add.mockResolvedValueOnce(listOf(1)).mockResolvedValueOnce(listOf(2))
    await switchPushOn('key')
    expect(await stateFor()).toBe('off')
    await switchPushOn('key')
    expect([await stateFor(2), await stateFor(1)]).toEqual(['on', 'off'])
  })

  it('is off if it is unknown who switched it on', async () => {
    add.mockResolvedValue(listOf(1))
    await switchPushOn('key')
    localStorage.clear()
    expect(await stateFor(1)).toBe('off')
  })

  it('is off after it was switched off, or not accepted by the server', async () => {
    add.mockResolvedValueOnce(listOf(1)).mockRejectedValueOnce(new ApiError({ code: 'offline', status: 0, detail: '' }))
    await switchPushOn('key')
    await switchPushOff()
    expect([await stateFor(1), localStorage.length]).toEqual(['off', 0])
    await expect(switchPushOn('key')).rejects.toMatchObject({ code: 'offline' })
    expect(await stateFor(1)).toBe('off')
  })
})

describe('the end of a session', () => {
  const logIn = () => useSession.setState({ phase: 'active', token: 't', user: testUser(), endsAt: null })
  const end = (phase: 'leaving' | 'guest', token: string | null) => useSession.setState({ phase, token, user: null, endsAt: null })
  let stop: () => void
  beforeEach(async () => {
    add.mockResolvedValue(listOf(1))
    await switchPushOn('key')
    logIn()
    stop = endPushWithSession()
  })
  afterEach(() => {
    stop()
    end('guest', null)
  })

  it('switches push off on a log-out, here or in another window', async () => {
    end('leaving', null)
    stop()
    await vi.waitFor(() => expect(made.unsubscribe).toHaveBeenCalledTimes(1))
  })

  it('keeps push on after expiry: alerts still reach a user who has not logged out', async () => {
    end('leaving', 't')
    end('guest', null)
    await Promise.resolve()
    expect([made.unsubscribe.mock.calls.length, await stateFor(1)]).toEqual([0, 'on'])
  })

  it('is neither delayed nor reported as an error if the browser fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    made.unsubscribe.mockRejectedValue(new DOMException('no', 'AbortError'))
    end('leaving', null)
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
    warn.mockRestore()
  })
})
