import { type Session, session } from '@aerie/wire/account/accounts'
import type { Page } from 'playwright-core'
import * as z from 'zod/mini'
import type { ServerAddress } from './aerie-server.ts'
import { until } from './until.ts'

export const PASSWORD = 'osprey-over-the-loch-41'

export type Person = { readonly email: string; readonly password: string; readonly first_name: string; readonly last_name: string }

let count = 0
export const newPerson = (first_name = 'Wren'): Person => {
  count += 1
  return { email: `wren.${process.pid}.${count}@example.org`, password: PASSWORD, first_name, last_name: `Falconer ${count}` }
}

export const post = (
  server: Pick<ServerAddress, 'url'>,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

export const mailedCode = (server: ServerAddress, email: string, used: readonly string[] = []): Promise<string> =>
  until(`a code mailed to ${email}`, async () => {
    const mails = (await server.outbox()).filter(({ to }) => to.includes(email))
    const codes = mails.map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1])
    return codes.find((code) => code !== undefined && !used.includes(code))
  })

export async function signUp(server: ServerAddress, person: Person): Promise<Session> {
  const { password, email, first_name, last_name } = person
  const accepted = await post(server, '/auth/signup', { email, password, first_name, last_name })
  if (accepted.status !== 202) throw new Error(`signup answered ${accepted.status}: ${await accepted.text()}`)
  const verified = await post(server, '/auth/verify', { email, code: await mailedCode(server, email) })
  if (!verified.ok) throw new Error(`verify answered ${verified.status}: ${await verified.text()}`)
  return z.parse(z.object({ data: session }), await verified.json()).data
}

/** Logs in from inside the page, as the form does: the browser stores the cookie, storage the token and user. */
export async function logInPage(page: Page, server: ServerAddress, { email, password }: Person): Promise<void> {
  if (!page.url().startsWith(server.url)) await page.goto(`${server.url}/auth/login`)
  await page.evaluate(
    async (body) => {
      const answer = await fetch('/api/v1/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { data } = (await answer.json()) as { data: { token: string; user: object } }
      localStorage.setItem('user', JSON.stringify(data.user))
      localStorage.setItem('token', data.token)
    },
    { email, password },
  )
}
