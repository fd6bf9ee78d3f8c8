import { defined } from '@aerie/core/defined'
import { expect, it } from 'vitest'
import { isAt, isShown, NAVIGATION_ENTRIES, sectionOf } from './navigation-entries.ts'

const at = (pathname: string) => NAVIGATION_ENTRIES.filter((entry) => isAt(entry, pathname)).map((entry) => entry.title)

it.each([
  ['/', ['Home']],
  ['/currencies/ETH', ['Currencies']],
  ['/claw', ['Claw']],
  ['/claw/trade', ['Trade']],
  ['/mirror', ['Pre-trade']],
  ['/learn', ['Learn']],
  ['/account/account', ['Account']],
])('marks exactly one entry as current: %s', (pathname, titles) => expect(at(pathname)).toEqual(titles))

it('shows IPC to IPC subscribers only', () => {
  const ipc = defined(NAVIGATION_ENTRIES.find((entry) => entry.title === 'IPC'))
  expect([isShown(ipc, null), isShown(ipc, { subscription: 'claw' }), isShown(ipc, { subscription: 'IPC' })]).toEqual([false, false, true])
})

it.each([
  ['/', 'Dashboard'],
  ['/ipc/BTC', 'Dashboard'],
  ['/tradealerts', 'Dashboard'],
  ['/mirror', 'Claw'],
  ['/traderewards/stake', 'Trade Rewards'],
  ['/account/wallets', 'Account'],
  ['/auth/login', null],
  ['/present', null],
])('%s shows the tabs of %s', (pathname, section) => expect(sectionOf(pathname)).toBe(section))
