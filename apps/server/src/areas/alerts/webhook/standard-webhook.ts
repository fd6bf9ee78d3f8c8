import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** `whsec_` and base64 of 32 random bytes. */
export const drawWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

type Message = { readonly id: string; readonly timestamp: number; readonly body: string }

/** One signature per secret, for rotation; `timestamp` in whole seconds. Source: Standard Webhooks, "Signature scheme" */
export const webhookHeaders = ({ id, timestamp, body }: Message, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets.map((secret) => signatureOf(`${id}.${timestamp}.${body}`, secret)).join(' '),
})

const signatureOf = (signed: string, secret: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(signed)
    .digest('base64')}`
