import { request } from 'node:http'
import type { AerieServer } from '../support/aerie-server.ts'
import { mailedCode, PASSWORD } from '../support/people.ts'

export type Attacker = { readonly email: string; readonly mark: string; token: string; renewing: Promise<void> | undefined }

const COUNT = 40
let nextAddress = 0
/** An unused loopback address: limits are kept by address. */
export function newAddress(): string {
  nextAddress = (nextAddress + 1) % 4_000_000
  return `127.${1 + (nextAddress >> 16)}.${(nextAddress >> 8) & 255}.${1 + (nextAddress & 127)}`
}

type Answer = { readonly status: number; readonly cookies: readonly string[]; readonly text: string }

export const postFrom = (server: AerieServer, path: string, body: unknown, cookies: readonly string[] = []): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(cookies.length > 0 && { cookie: cookies.join('; ') }) }
    const asked = request(`${server.url}/api/v1${path}`, { method: 'POST', headers, localAddress: newAddress() }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => {
        const given = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '')
        resolve({ status: answer.statusCode ?? 0, cookies: given, text })
      })
    })
    asked.on('error', reject).end(JSON.stringify(body))
  })

const tokenIn = (text: string): string => (JSON.parse(text) as { data: { token: string } }).data.token

async function signUp(server: AerieServer, number: number): Promise<Attacker> {
  const email = `attacker.${number}@example.org`
  const mark = `mark${number}x`
  const names = { first_name: mark, last_name: 'Fuzz' }
  const accepted = await postFrom(server, '/auth/signup', { email, password: PASSWORD, ...names })
  if (accepted.status !== 202) throw new Error(`signup answered ${accepted.status}: ${accepted.text}`)
  const verified = await postFrom(server, '/auth/verify', { email, code: await mailedCode(server, email) }, accepted.cookies)
  if (verified.status !== 200) throw new Error(`verify answered ${verified.status}: ${verified.text}`)
  return { email, mark, token: tokenIn(verified.text), renewing: undefined }
}

export async function signUpAll(server: AerieServer, count = COUNT): Promise<Attacker[]> {
  const people: Attacker[] = []
  while (people.length < count) {
    const batch = Array.from({ length: Math.min(4, count - people.length) }, (_, index) => signUp(server, people.length + index))
    people.push(...(await Promise.all(batch)))
  }
  return people
}

/** The token was rejected: it expired, or an input logged its owner out. Logs in once for all waiting callers. */
export function renew(server: AerieServer, person: Attacker): Promise<void> {
  person.renewing ??= logIn(server, person).finally(() => {
    person.renewing = undefined
  })
  return person.renewing
}

async function logIn(server: AerieServer, person: Attacker): Promise<void> {
  const answer = await postFrom(server, '/auth/login', { email: person.email, password: PASSWORD }).catch(() => undefined)
  if (answer?.status === 200) person.token = tokenIn(answer.text)
}
