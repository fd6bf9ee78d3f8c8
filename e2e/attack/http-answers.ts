import type { IncomingMessage } from 'node:http'
import { ROOT } from '../support/aerie-server.ts'
import type { Attacker } from './people.ts'
import type { Stage } from './stage.ts'

export type HttpAnswer = { readonly status: number; readonly retryAfter: string | undefined; readonly type: string; readonly text: string }

const LOOKED_AT = 200_000

export const readAnswer = (response: IncomingMessage): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      if (text.length < LOOKED_AT) text += chunk
    })
    response.on('error', reject)
    response.on('close', () => {
      const { 'retry-after': retryAfter, 'content-type': type = '' } = response.headers
      resolve({ status: response.statusCode ?? 0, retryAfter, type, text })
    })
  })

/** Routes that may respond 503 with Retry-After: first forecasts, chain data, external services, and full queues. */
const MAY_BE_AWAY = [
  /^\/api\/v1\/(forecasts|scorecard|price|chain|tier|staking|subscriptions|wallets|analytics)\b/,
  /^\/api\/v1\/(account\/apex|deliveries\/telegram|journal\/(trips|imports))\b/,
  /^\/readyz/,
]

/** Leaks that no response may contain: a stack, SQL, a local path. */
const INNARDS = /\n\s+at .+:\d+:\d+|node_modules|\b(?:select|insert into|update) "[a-z_]+"/
const MARK = /\bmark\d+x\b/g

type Looked = { readonly stage: Stage; readonly what: string; readonly by: Attacker | undefined }

export function judgeAnswer(answer: HttpAnswer, looked: Looked): string {
  const { stage, what } = looked
  const { status, text } = answer
  for (const kind of [faultOfStatus(answer, what), faultOfText(answer, looked)])
    if (kind !== undefined) stage.tally.fault(kind, `${what} → ${text.slice(0, 300)}`)
  if (status === 429) return '429'
  return isAway(answer) ? '503 with Retry-After' : `${Math.floor(status / 100)}xx`
}

const isAway = ({ status, retryAfter }: HttpAnswer): boolean => status === 503 && retryAfter !== undefined

function faultOfStatus(answer: HttpAnswer, what: string): string | undefined {
  const { status, retryAfter } = answer
  const path = what.split(' ')[1] ?? ''
  if (isAway(answer) && MAY_BE_AWAY.some((pattern) => pattern.test(path))) return undefined
  if (status >= 500) return `${status} of ${routeLike(what)}`
  return status === 429 && retryAfter === undefined ? '429 without Retry-After' : undefined
}

function faultOfText({ status, type, text }: HttpAnswer, { stage, what, by }: Looked): string | undefined {
  if (status >= 400 && isForeignType(type)) return `an error as ${type}`
  if (status >= 400 && (INNARDS.test(text) || text.includes(stage.server.dataDir) || text.includes(ROOT))) return 'innards in an error'
  // The outbox is the operator's and contains all mails.
  if (what.includes('/dev/outbox')) return undefined
  const isStrangers = [...text.matchAll(MARK)].some(([mark]) => mark !== by?.mark && !what.includes(mark))
  return isStrangers ? "another user's data" : undefined
}

/** Errors are problem+json; the web app may respond with an HTML 404 page. */
const isForeignType = (type: string): boolean => type !== '' && !/^(application\/problem\+json|text\/html)/.test(type)

const routeLike = (what: string): string => what.split('?', 1)[0]?.split('/').slice(0, 6).join('/').slice(0, 80) ?? ''
