import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../plugins/app-error.ts'

/** Where a passkey is made or used: it signs for this host name, and for no other. */
export type PasskeyHost = { readonly host: string; readonly origin: string }
type Asked = Pick<FastifyRequest, 'host' | 'protocol' | 'headers'>

/**
 * Where the person who asks sees this server: PUBLIC_URL, else the page's own origin, which same-origin.ts has compared with the Host
 * header. A page elsewhere whose name resolves to this machine gets no further than its own name: passkeys of other hosts do not sign there.
 *
 * @throws AppError rule_broken where no passkey can be: at a bare IP address, and on http that is not of this machine
 */
export function passkeyHostOf({ host, protocol, headers }: Asked, publicUrl: string | undefined): PasskeyHost {
  const page = new URL(publicUrl ?? pageOrigin(host, headers.origin) ?? `${protocol}://${host}`)
  if (isIP(page.hostname.replaceAll(/[[\]]/g, '')) !== 0)
    throw noPasskeys(
      'Passkeys need a host name and do not work at an IP address. Open Aerie by a name, such as http://localhost:4800 on this machine.',
    )
  if (page.protocol !== 'https:' && !/^(.+\.)?localhost$/.test(page.hostname))
    throw noPasskeys('Passkeys need https, or localhost. Open Aerie by an https address.')
  return { host: page.hostname, origin: page.origin }
}

const pageOrigin = (host: string, origin: string | undefined): string | undefined =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host === host ? origin : undefined

const noPasskeys = (detail: string): AppError => new AppError('rule_broken', { word: 'passkey_host', detail })
