import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { accountCookies } from './account-cookies.ts'

async function written(publicUrl: string, isSafeApp: boolean): Promise<string> {
  const app = Fastify()
  await app.register(cookie)
  const session = accountCookies(publicUrl, isSafeApp).session
  app.get('/', async (_request, reply) => {
    session.write(reply, 'token')
    return ''
  })
  const { headers } = await app.inject('/')
  await app.close()
  return String(headers['set-cookie'])
}

it('is same-site and limited to this host', async () =>
  expect(await written('https://aerie.example', false)).toBe(
    '__Host-aerie-refresh=token; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict',
  ))

it('is partitioned by embedding site when Safe’s page may frame this one, and never readable by scripts', async () =>
  expect(await written('https://aerie.example', true)).toBe(
    '__Host-aerie-refresh-framed=token; Max-Age=2592000; Path=/; HttpOnly; Secure; Partitioned; SameSite=None',
  ))
