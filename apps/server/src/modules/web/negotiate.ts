import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding, WebFile } from './web-files.ts'

/** The best encoding that is there and that the caller takes. */
export function chooseEncoding(accepted: string | undefined, available: Readonly<Partial<Record<Encoding, unknown>>>): Encoding {
  const weights = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const q = parameters.find((each) => each.startsWith('q='))
      return [name, q === undefined ? 1 : Number(q.slice(2))] as const
    }),
  )
  const isTaken = (encoding: Encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0
  return (['br', 'gzip'] as const).find((encoding) => available[encoding] !== undefined && isTaken(encoding)) ?? 'identity'
}

const hasTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === tag || each.trim() === '*')

/** Sends a file in the caller's encoding, or 304 when the caller has it. Status and other headers are the route's. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, bodies }: Pick<WebFile, 'type' | 'etag' | 'bodies'>,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], bodies)
  const tag = `"${etag}-${encoding}"`
  reply.header('etag', tag).header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(bodies[encoding] ?? bodies.identity)
}
