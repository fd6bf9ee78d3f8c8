import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'

export type PasskeyHost = { readonly host: string; readonly origin: string }
type Asked = Pick<FastifyRequest, 'host' | 'protocol' | 'headers'>

/**
 * PUBLIC_URL, else the page's origin, which same-origin.ts has checked against the Host header. DNS rebinding gains nothing: a foreign host
 * name has no passkeys of this one.
 * @throws AppError rule_broken on a bare IP address, or http other than this machine
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

const noPasskeys = (detail: string): AppError => new AppError('rule_broken', { reason: 'passkey_host', detail })
