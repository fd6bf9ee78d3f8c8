import type { FastifyRequest } from 'fastify'

/** Server-controlled fields: if a client sends them, they are ignored and logged. */
const SERVER_OWN = [
  'gold_tier_holder',
  'dashboard_tier',
  'vested_amount',
  'is_vip',
  'is_active',
  'is_confirmed',
  'subscription',
  'daily_api_call_limit',
]

/** Route option `preValidation`: reads the body before the schema strips unknown fields. */
export async function logIgnoredClaims(request: FastifyRequest): Promise<void> {
  const { body } = request
  if (typeof body !== 'object' || body === null) return
  const claimed = SERVER_OWN.filter((field) => Object.hasOwn(body, field))
  if (claimed.length === 0) return
  request.log.warn({ fields: claimed, user: request.callerOrNull?.user.user_id ?? null }, 'ignored what a client claimed about its account')
}
