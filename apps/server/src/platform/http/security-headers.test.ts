import { expect, it } from 'vitest'
import { PAGE_POLICY, pageHeadersOf, SIGNER_POLICY } from './security-headers.ts'

const CLOSED = { walletConnectProjectId: undefined, isSafeApp: false }
const named = (policy: string) => policy.match(/(?:https|wss):\S+?(?=[;\s]|$)/g)

it('restricts a page to its own origin, plus WalletConnect only if the operator has set it up', () => {
  expect(pageHeadersOf(CLOSED)).toEqual({ 'content-security-policy': PAGE_POLICY, 'x-frame-options': 'DENY' })
  expect(PAGE_POLICY).not.toMatch(/https?:|wss?:/)
  const { 'content-security-policy': widened } = pageHeadersOf({ ...CLOSED, walletConnectProjectId: 'an-id' })
  expect(named(widened)).toEqual(['wss://relay.walletconnect.org', 'https://rpc.walletconnect.org', 'https://verify.walletconnect.org'])
  expect(widened).toContain("script-src 'self';")
  expect(widened).toContain("frame-ancestors 'none'")
})

it("forbids framing a page, except by Safe's page if the operator has allowed it", () => {
  expect(PAGE_POLICY).toContain("frame-ancestors 'none'")
  const opened = pageHeadersOf({ ...CLOSED, isSafeApp: true })
  expect(opened['x-frame-options']).toBeUndefined()
  expect(named(opened['content-security-policy'])).toEqual(['https://app.safe.global'])
  expect(opened['content-security-policy']).toBe(PAGE_POLICY.replace("frame-ancestors 'none'", 'frame-ancestors https://app.safe.global'))
})

it('allows one trusted-types policy where a signer is set, and lets that worker connect to nothing', () => {
  expect(PAGE_POLICY).toContain("trusted-types 'none'")
  const { 'content-security-policy': opened } = pageHeadersOf({ ...CLOSED, hasSigner: true })
  expect(opened).toBe(PAGE_POLICY.replace("trusted-types 'none'", 'trusted-types aerie-signer'))
  expect(SIGNER_POLICY).toContain("default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'none'")
})
