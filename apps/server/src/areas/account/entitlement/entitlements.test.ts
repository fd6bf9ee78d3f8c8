import { expect, it } from 'vitest'
import { type AccountStatus, entitlements } from './entitlements.ts'

const claw: AccountStatus = { subscription: 'claw', isGoldTierHolder: false, isVip: false, dailyCallsOverride: null }

it.each([
  ['claw', claw, [200, 50, 1, false]],
  ['gold', { ...claw, isGoldTierHolder: true }, [2_000, 200, 5, false]],
  ['IPC', { ...claw, subscription: 'IPC' }, [5_000, 500, 5, true]],
  ['IPC with gold', { ...claw, subscription: 'IPC', isGoldTierHolder: true }, [5_000, 500, 5, true]],
  ['VIP', { ...claw, isVip: true }, [50_000, 1_000, 20, false]],
  ['VIP with IPC', { ...claw, isVip: true, subscription: 'IPC' }, [50_000, 1_000, 20, true]],
] as const)('applies the limits of %s', (_name, accountStatus, [dailyCalls, activeAlerts, copiedLeaders, hasIpcTab]) =>
  expect(entitlements(accountStatus)).toEqual({ dailyCalls, activeAlerts, copiedLeaders, hasIpcTab }),
)

it.each([0, 7, 1_000_000])('lets the operator set the daily calls to %d without changing anything else', (dailyCallsOverride) =>
  expect(entitlements({ ...claw, dailyCallsOverride })).toEqual({ ...entitlements(claw), dailyCalls: dailyCallsOverride }),
)
