import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVER_ENV } from '../../scripts/server-options.mjs'
import { type AerieServer, startAerie } from '../support/aerie-server.ts'
import { newPerson, type Person, post, signUp } from '../support/people.ts'

const ENOUGH = 12
const AT_ONCE = 6

let server: AerieServer
beforeAll(async () => {
  server = await startAerie()
}, 200_000)
afterAll(() => server.remove())

async function signUpUntilItDies(confirmed: Person[], unfinished: Person[], onEnough: () => void): Promise<void> {
  for (;;) {
    const person = newPerson()
    unfinished.push(person)
    try {
      await signUp(server, person)
    } catch {
      // Killed mid-request: this user has no confirmation.
      return
    }
    unfinished.splice(unfinished.indexOf(person), 1)
    confirmed.push(person)
    if (confirmed.length === ENOUGH) onEnough()
  }
}

it.runIf(existsSync('/proc/self/task'))("has one allocator arena per thread, so that no thread waits for another's lock", () =>
  expect(readdirSync(`/proc/${server.pid()}/task`).length).toBeLessThanOrEqual(Number(SERVER_ENV.MALLOC_ARENA_MAX)),
)

it('keeps every confirmed user after a kill -9 in the middle of sign-ups', async () => {
  const confirmed: Person[] = []
  const unfinished: Person[] = []
  let killed: Promise<void> | undefined
  await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      signUpUntilItDies(confirmed, unfinished, () => {
        killed = server.kill()
      }),
    ),
  )
  await killed
  expect(confirmed.length).toBeGreaterThanOrEqual(ENOUGH)
  expect(unfinished.length).toBeGreaterThan(0)

  await server.start()
  const logins = await Promise.all(confirmed.map(({ email, password }) => post(server, '/auth/login', { email, password })))
  expect(logins.map(({ status }) => status)).toEqual(confirmed.map(() => 200))
  console.info(
    `kill -9 during sign-ups: ${confirmed.length} confirmed, ${unfinished.length} in flight; after the start all ${confirmed.length} log in`,
  )
}, 300_000)

it('lets interrupted users finish or restart their sign-up', async () => {
  const person = newPerson()
  await expect(signUp(server, person)).resolves.toMatchObject({ user: { email: person.email, is_confirmed: true } })
})

it('stops cleanly on SIGTERM and stops its PostgreSQL too', async () => {
  const children = readFileSync(`/proc/${server.pid()}/task/${server.pid()}/children`, 'utf8').trim().split(/\s+/).filter(Boolean)
  expect(await server.halt()).toBe(0)
  // A zombie process stays visible until it is reaped.
  await expect.poll(() => children.filter((pid) => isAlive(Number(pid)))).toEqual([])
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
