import type { FastifyInstance } from 'fastify'

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** Data is never a document: nothing in it may load or run, wherever it ends up. */
const DATA_POLICY = policy({ 'default-src': "'none'", 'frame-ancestors': "'none'" })

/** What the web app may do: its own files, sockets to its own origin, and no script made from text (Trusted Types). */
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

/** WalletConnect's relay, its reading node, and the frame in which it tells a wallet whose page this is. */
const WALLET_CONNECT = {
  'connect-src': `${PAGE['connect-src']} wss://relay.walletconnect.org https://rpc.walletconnect.org`,
  'frame-src': 'https://verify.walletconnect.org',
} as const

/** The signer of live orders needs one script address that is made by code: its worker's, and nothing else (docs/decisions/0023). */
const SIGNER = { 'trusted-types': 'aerie-signer' } as const

/** What the signer's worker may do: compile what it is handed. No network, no further script. */
export const SIGNER_POLICY = policy({
  'default-src': "'none'",
  'script-src': "'wasm-unsafe-eval'",
  'connect-src': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
})

type Allowed = {
  /** Whether the operator has named a signer of live orders. */
  readonly hasSigner?: boolean

  /** Undefined: WalletConnect is not reachable. */
  readonly walletConnectProjectId: string | undefined
  /** Whether Safe's own page, and nobody else, may frame the app's. */
  readonly isSafeApp: boolean
}

/** What the app's pages carry instead of the headers of every answer; undefined: not sent at all. */
export type PageHeaders = { readonly 'content-security-policy': string; readonly 'x-frame-options': 'DENY' | undefined }

/** Headers of the app's pages: each opening is there only where the operator has set it. */
export function pageHeadersOf({ hasSigner = false, walletConnectProjectId, isSafeApp }: Allowed): PageHeaders {
  const directives = { ...PAGE, ...(walletConnectProjectId === undefined ? {} : WALLET_CONNECT), ...(hasSigner && SIGNER) }
  if (!isSafeApp) return { 'content-security-policy': policy(directives), 'x-frame-options': 'DENY' }
  // X-Frame-Options cannot name a site: it would only shut out the one that is allowed, in browsers that read it at all.
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

/** A year, once the operator says that the world reaches this server by https. */
const HSTS = { 'strict-transport-security': 'max-age=31536000' } as const

/** What every answer carries, by where the world reaches this server. */
export const headersOf = (publicUrl: string | undefined): Readonly<Record<string, string>> =>
  publicUrl?.startsWith('https:') ? { ...HEADERS, ...HSTS } : HEADERS

/** The same headers on every answer, from one constant; routes that send a page replace the policy by PAGE_POLICY. */
export function securityHeaders(app: FastifyInstance, publicUrl: string | undefined): void {
  const headers = headersOf(publicUrl)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
