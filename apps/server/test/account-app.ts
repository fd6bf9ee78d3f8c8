import { type Clock, epochMs } from '@aerie/core/time'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import * as z from 'zod/mini'
import type { Authentication } from '../src/areas/account/authentication.ts'
import { accountsModule } from '../src/areas/account/index.ts'
import type { AccountMail } from '../src/areas/account/mails/account-mails.ts'
import { argon2Passwords, type Passwords } from '../src/areas/account/password/passwords.ts'
import type { Database, Db } from '../src/platform/db/client.ts'
import { openDuties } from '../src/platform/duties/duty.ts'
import { AppError } from '../src/platform/http/app-error.ts'
import { answerErrors, sendProblem } from '../src/platform/http/error-answers.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { documentAnswers } from './documented-answers.ts'

export type TestClock = Clock & {
  readonly advance: (ms: number) => void
  /** Shifts the wall clock, forward or back, without elapsed time. */
  readonly jump: (ms: number) => void
}

function testClock(): TestClock {
  let now = Date.UTC(2026, 0, 15, 12)
  let elapsed = 0
  return {
    now: () => epochMs(now),
    elapsed: () => elapsed,
    advance: (ms) => {
      now += ms
      elapsed += ms
    },
    jump: (ms) => {
      now += ms
    },
  }
}

/** Counts hashes, to compare work without timing it. */
function countedPasswords(): Passwords & { readonly work: string[] } {
  const real = argon2Passwords()
  const work: string[] = []
  return {
    work,
    hash: (password) => {
      work.push('hash')
      return real.hash(password)
    },
    matches: (password, hash) => {
      work.push('match')
      return real.matches(password, hash)
    },
  }
}

type Post = {
  readonly path: string
  readonly body?: object
  readonly token?: string
  readonly cookie?: string
  readonly nonce?: string
  readonly from?: string
  readonly headers?: object
}

type Module = ReturnType<typeof accountsModule>
type Options = {
  readonly routes?: (app: FastifyInstance, module: Module, requireUser: Authentication['requireUser'], db: Database) => Promise<void>
  readonly beforeMail?: (db: Db) => Promise<void>
  /** Shares another app's database; that app closes it. */
  readonly over?: TestDatabase
  readonly keys?: { readonly secretKey: Uint8Array; readonly recoveryKey?: Uint8Array }
}

export async function accountApp({ routes, beforeMail, over, keys = { secretKey: Buffer.alloc(32, 7) } }: Options = {}) {
  z.config(z.locales.en())
  const database = over ?? (await testDatabase())
  const clock = testClock()
  const passwords = countedPasswords()
  const mails: AccountMail[] = []
  const logged: object[] = []
  const warned: object[] = []
  let evened = 0
  const module = accountsModule({
    db: database.db,
    duties: openDuties({ pool: database.db.$client }),
    clock,
    logger: pino({ level: 'warn' }, { write: (line: string) => void warned.push(JSON.parse(line) as object) }),
    passwords,
    constantTime: (work) => {
      evened += 1
      return work()
    },
    ...keys,
    publicUrl: undefined,
    queueMail: async (db, mail) => {
      await beforeMail?.(db)
      mails.push(mail)
    },
  })
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as object) }
  const app = Fastify({ logger: { level: 'warn', stream } })
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler)
  documentAnswers(app)
  answerErrors(app, (_request, reply) => sendProblem(reply, new AppError('not_found')))
  await app.register(cookie)
  const authentication = module.authentication(app)
  await app.register(module.routes)
  await routes?.(app, module, authentication.requireUser, database.db)

  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    { path, body, token, cookie: cookieValue, nonce, from = '192.0.2.1', headers = {} }: Post,
  ) =>
    app.inject({
      method,
      url: `/api/v1${path}`,
      remoteAddress: from,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookieValue === undefined ? {} : { cookie: `__Host-aerie-refresh=${cookieValue}` }),
        ...(nonce === undefined ? {} : { cookie: `__Host-aerie-signup=${nonce}` }),
      },
      ...(body && { payload: body }),
    })
  const newestCode = (to: string) => codeOf(mails.findLast((mail) => mail.to === to && CODE.test(mail.text)))

  return {
    app,
    requireUser: authentication.requireUser,
    clock,
    db: database.db,
    url: database.url,
    database,
    mails,
    logged,
    warned,
    module,
    passwords,
    /** Number of responses that would have been delayed to constant time. */
    evened: () => evened,
    newestCode,
    get: (call: Post) => send('GET', call),
    put: (call: Post) => send('PUT', call),
    post: (call: Post) => send('POST', call),
    patch: (call: Post) => send('PATCH', call),
    delete: (call: Post) => send('DELETE', call),
    newUser: async (email: string, password = PASSWORD) => {
      const signedUp = await send('POST', { path: '/auth/signup', body: signupForm(email, password), from: '198.51.100.7' })
      if (signedUp.statusCode !== 202) throw new Error(signedUp.body)
      const verified = await send('POST', { path: '/auth/verify', body: { email, code: newestCode(email) } })
      if (verified.statusCode !== 200) throw new Error(verified.body)
      return sessionOf(verified)
    },
    close: async () => {
      module.stop()
      await app.close()
      if (over === undefined) await database.close()
    },
  }
}

const CODE = /\b\d{6}\b/
export const PASSWORD = 'tangerine otter lamp 88'
export const signupForm = (email: string, password = PASSWORD) => ({ email, password, first_name: 'Ada', last_name: 'Lovelace' })

export function codeOf(mail: AccountMail | undefined): string {
  const code = CODE.exec(mail?.text ?? '')?.[0]
  if (code === undefined) throw new Error('there is no mail with a code')
  return code
}

export function sessionOf(response: LightMyRequestResponse) {
  const { data } = response.json<{ data: { token: string; user: { user_id: string; email: string } } }>()
  return { ...data, cookie: response.cookies.find(({ name }) => name === '__Host-aerie-refresh')?.value ?? '' }
}

export const nonceOf = (response: LightMyRequestResponse): string =>
  response.cookies.find(({ name }) => name === '__Host-aerie-signup')?.value ?? ''

export const outcome = (response: LightMyRequestResponse): string =>
  response.statusCode < 400 ? String(response.statusCode) : `${response.statusCode} ${response.json<{ code: string }>().code}`
