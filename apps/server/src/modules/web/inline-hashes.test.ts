import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { pageHeadersOf } from '../../plugins/security-headers.ts'
import { allowInline } from './inline-hashes.ts'

const POLICY = pageHeadersOf({ walletConnectProjectId: undefined, isSafeApp: false })['content-security-policy']
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('allows what stands in the pages, each once and by its hash alone', () => {
  const fonts = '<style>@font-face{}</style>'
  const home = `<head><script data-main="/a.js">go()</script>${fonts}<style>a{}\nb{}</style><script type="module" src="/a.js"></script></head>`
  expect(allowInline(POLICY, [home, fonts])).toBe(
    POLICY.replace("script-src 'self'", `script-src 'self' ${hash('go()')}`).replace(
      "style-src 'self'",
      `style-src 'self' ${hash('@font-face{}')} ${hash('a{}\nb{}')}`,
    ),
  )
})

it('stays as it is where nothing is inline', () => expect(allowInline(POLICY, ['<script src="/a.js"></script>', ''])).toBe(POLICY))
