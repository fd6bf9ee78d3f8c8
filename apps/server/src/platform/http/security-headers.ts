import type { FastifyInstance } from 'fastify'

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** Data responses may load or run nothing. */
const DATA_POLICY = policy({ 'default-src': "'none'", 'frame-ancestors': "'none'" })

/** The app's own files and sockets, and Trusted Types. */
const PAGE = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'media-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
} as const
export const PAGE_POLICY = policy(PAGE)

/** WalletConnect's relay, its RPC node, and its frame for verifying the page. */
const WALLET_CONNECT = {
  'connect-src': `${PAGE['connect-src']} wss://relay.walletconnect.org https://rpc.walletconnect.org`,
  'frame-src': 'https://verify.walletconnect.org',
} as const

/** The live order signer creates one script URL in code, its worker's (docs/decisions/0023). */
const SIGNER = { 'trusted-types': 'aerie-signer' } as const

/** The worker may compile the given code; no network, no other scripts. */
export const SIGNER_POLICY = policy({
  'default-src': "'none'",
  'script-src': "'wasm-unsafe-eval'",
  'connect-src': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
})

type Allowed = {
  readonly hasSigner?: boolean
  readonly walletConnectProjectId: string | undefined
  readonly isSafeApp: boolean
}

/** Overrides for the app's pages; undefined: header is omitted. */
export type PageHeaders = { readonly 'content-security-policy': string; readonly 'x-frame-options': 'DENY' | undefined }

export function pageHeadersOf({ hasSigner = false, walletConnectProjectId, isSafeApp }: Allowed): PageHeaders {
  const directives = { ...PAGE, ...(walletConnectProjectId === undefined ? {} : WALLET_CONNECT), ...(hasSigner && SIGNER) }
  if (!isSafeApp) return { 'content-security-policy': policy(directives), 'x-frame-options': 'DENY' }
  // X-Frame-Options cannot name a site: it would only block the allowed one.
  return { 'content-security-policy': policy({ ...directives, 'frame-ancestors': SAFE_ORIGIN }), 'x-frame-options': undefined }
}

const SAFE_ORIGIN = 'https://app.safe.global'

const HEADERS = {
  'content-security-policy': DATA_POLICY,
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
} as const

/** A year; only with an https PUBLIC_URL. */
const HSTS = { 'strict-transport-security': 'max-age=31536000' } as const

export const headersOf = (publicUrl: string | undefined): Readonly<Record<string, string>> =>
  publicUrl?.startsWith('https:') ? { ...HEADERS, ...HSTS } : HEADERS

/** Pages override the policy with PAGE_POLICY. */
export function securityHeaders(app: FastifyInstance, publicUrl: string | undefined): void {
  const headers = headersOf(publicUrl)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
