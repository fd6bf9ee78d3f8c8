import { expect, it } from 'vitest'
import { PAGE_POLICY, pageHeadersOf, SIGNER_POLICY } from './security-headers.ts'

const CLOSED = { walletConnectProjectId: undefined, isSafeApp: false }
const named = (policy: string) => policy.match(/(?:https|wss):\S+?(?=[;\s]|$)/g)

it('lets a page speak to nobody else, unless the operator has set up WalletConnect, and then to it alone', () => {
  expect(pageHeadersOf(CLOSED)).toEqual({ 'content-security-policy': PAGE_POLICY, 'x-frame-options': 'DENY' })
  expect(PAGE_POLICY).not.toMatch(/https?:|wss?:/)
  const { 'content-security-policy': widened } = pageHeadersOf({ ...CLOSED, walletConnectProjectId: 'an-id' })
  expect(named(widened)).toEqual(['wss://relay.walletconnect.org', 'https://rpc.walletconnect.org', 'https://verify.walletconnect.org'])
  expect(widened).toContain("script-src 'self';")
  expect(widened).toContain("frame-ancestors 'none'")
})

it("lets nobody frame a page, unless the operator has let in Safe's page, and then it alone", () => {
  expect(PAGE_POLICY).toContain("frame-ancestors 'none'")
  const opened = pageHeadersOf({ ...CLOSED, isSafeApp: true })
  expect(opened['x-frame-options']).toBeUndefined()
  expect(named(opened['content-security-policy'])).toEqual(['https://app.safe.global'])
  expect(opened['content-security-policy']).toBe(PAGE_POLICY.replace("frame-ancestors 'none'", 'frame-ancestors https://app.safe.global'))
})

it('lets a page make one script address where a signer is set, and lets that worker reach nothing', () => {
  expect(PAGE_POLICY).toContain("trusted-types 'none'")
  const { 'content-security-policy': opened } = pageHeadersOf({ ...CLOSED, hasSigner: true })
  expect(opened).toBe(PAGE_POLICY.replace("trusted-types 'none'", 'trusted-types aerie-signer'))
  expect(SIGNER_POLICY).toContain("default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'none'")
})
