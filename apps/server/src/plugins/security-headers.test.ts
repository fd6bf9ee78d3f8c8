import { expect, it } from 'vitest'
import { PAGE_POLICY, pagePolicyOf } from './security-headers.ts'

it('lets a page speak to nobody else, unless the operator has set up WalletConnect, and then to it alone', () => {
  expect(pagePolicyOf(undefined)).toBe(PAGE_POLICY)
  expect(PAGE_POLICY).not.toMatch(/https?:|wss?:/)
  const widened = pagePolicyOf('an-id')
  expect(widened.match(/(?:https|wss):\S+?(?=[;\s]|$)/g)).toEqual([
    'wss://relay.walletconnect.org',
    'https://rpc.walletconnect.org',
    'https://verify.walletconnect.org',
  ])
  expect(widened).toContain("script-src 'self';")
})
