import { defined } from '@aerie/core/defined'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bindViewTarget, changeChannel, useViewState } from '../../platform/mirror/views/view-state.ts'
import { bindNavigation } from '../../platform/navigation/navigation.ts'
import { COIN_ACTIONS } from './actions.ts'

const went = vi.fn<(path: string, options?: object) => void>()
const at = (path: string) => history.replaceState(null, '', path)
const action = (id: string) => defined(COIN_ACTIONS.find((one) => one.id === id))
const isOffered = (id: string) => action(id).isOffered?.({ user: null, isLoggedIn: true })
const channel = () => useViewState.getState().channels[1]

beforeEach(() => {
  bindNavigation(went)
  went.mockReset()
})
afterEach(() => at('/'))

describe('on a coin screen', () => {
  it('next and previous coin keep the rest of the address, and wrap around at the ends', () => {
    at('/currencies/BTC?interval=4h')
    action('coin next').run()
    action('coin previous').run()
    const last = SUPPORTED_SYMBOLS.at(-1)
    expect(went.mock.calls.flat()).toEqual(['/currencies/ETH?interval=4h', `/currencies/${last}?interval=4h`])
  })

  it('the IPC screen cycles through the predicted coins only', () => {
    at('/ipc/XRP')
    action('coin next').run()
    at('/ipc/BTC')
    action('coin previous').run()
    const shown = went.mock.calls.map(([path]) => path)
    expect(shown.every((path) => /^\/ipc\/(BTC|ETH|SOL|XRP)$/.test(path))).toBe(true)
    expect(shown).not.toContain('/ipc/XRP')
  })

  it('timeframe and horizon are written to the address as the controls write them', () => {
    at('/currencies/BTC?panel=depth')
    action('timeframe 1d').run()
    action('horizon 12').run()
    expect(went.mock.calls).toEqual([
      ['/currencies/BTC?panel=depth&interval=1d', { replace: true }],
      ['/currencies/BTC?panel=depth&hours=12', { replace: true }],
    ])
  })
})

it('change the first channel in the workspace when no slot is targeted', () => {
  at('/claw/pretrade')
  changeChannel(1, { instrument: { symbol: 'BTC', label: 'Bitcoin' } })
  action('coin next').run()
  action('timeframe 5m').run()
  action('horizon 6').run()
  expect(channel()).toMatchObject({ instrument: { symbol: 'ETH' }, interval: '5m', hours: 6 })
  expect(went).not.toHaveBeenCalled()
})

it('change the targeted slot in the workspace, and are not offered for what it does not have', () => {
  at('/claw/pretrade')
  const chooseCoin = vi.fn()
  const unbind = bindViewTarget(() => ({ symbol: 'BTC', chooseCoin, chooseInterval: null, chooseHours: null }))
  action('coin next').run()
  expect(chooseCoin.mock.calls).toEqual([[expect.objectContaining({ symbol: 'ETH' })]])
  expect([isOffered('coin next'), isOffered('timeframe 1h'), isOffered('horizon 1')]).toEqual([true, false, false])
  unbind()
  expect([isOffered('timeframe 1h'), isOffered('horizon 1')]).toEqual([true, true])
})

it('are not offered where they would change nothing', () => {
  at('/')
  expect(COIN_ACTIONS.filter(({ id }) => isOffered(id)).map(({ id }) => id)).toEqual(['trade this', 'alert this'])
  at('/ipc/BTC')
  expect([isOffered('coin next'), isOffered('timeframe 1h'), isOffered('horizon 1')]).toEqual([true, false, true])
})

it('trade the coin of the focused row, or else that of the screen', () => {
  at('/currencies/ETH')
  action('trade this').run()
  expect(useViewState.getState().channels[1].instrument.symbol).toBe('ETH')
  document.body.innerHTML = '<table><tbody><tr data-symbol="SOL"><td><button>a</button></td></tr></tbody></table>'
  document.querySelector('button')?.focus()
  action('trade this').run()
  expect([useViewState.getState().channels[1].instrument.symbol, went.mock.lastCall?.[0]]).toEqual(['SOL', '/claw/trade'])
  at('/claw/trade')
  expect(isOffered('trade this')).toBe(false)
})
