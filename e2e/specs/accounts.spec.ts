import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authPage } from '../pages/auth-page.ts'
import { type Visit, visit } from '../support/browser.ts'
import { listenFor } from '../support/listen-for.ts'
import { logInPage, mailedCode, newPerson, PASSWORD, post, signUp } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'

/** The browser logs the HTTP error of a refused login or code. */
const REFUSALS = [/status of 4\d\d/]
const NEW_PASSWORD = 'peregrine-above-the-quarry-7'

const on = sharedStage()

let someone: Visit
let page: Page
beforeEach(async () => {
  someone = await visit(on.browser, { quiet: REFUSALS })
  page = someone.page
})
afterEach(() => someone.close())

const storedToken = (where: Page = page) => where.evaluate(() => localStorage.getItem('token'))
const isAt = (path: string) => page.waitForURL((url) => url.pathname === path)

describe('the full life cycle of an account', () => {
  it('signs up, verifies by email, logs out, logs in and resets the password in one browser', async () => {
    const person = newPerson()
    const auth = authPage(page, on.server.url)
    await auth.signUp(person)
    await isAt('/auth/verify')
    const code = await mailedCode(on.server, person.email)
    await auth.enterCode(code)
    await isAt('/')
    await page.getByRole('link', { name: 'Discover CLAW now' }).waitFor()
    expect(await storedToken()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)

    await auth.logOut()
    await page.getByRole('link', { name: 'Sign Up Now' }).waitFor()
    expect(await storedToken()).toBeNull()

    await auth.logIn(person.email, person.password)
    await page.getByRole('link', { name: 'Discover CLAW now' }).waitFor()
    await auth.logOut()
    await page.getByRole('link', { name: 'Sign Up Now' }).waitFor()

    await auth.forgot(person.email)
    await auth.reset(await mailedCode(on.server, person.email, [code]), NEW_PASSWORD)
    await page.getByRole('link', { name: 'Discover CLAW now' }).waitFor()
    expect((await post(on.server, '/auth/login', { email: person.email, password: person.password })).status).toBe(401)
    expect((await post(on.server, '/auth/login', { email: person.email, password: NEW_PASSWORD })).status).toBe(200)
    expect(someone.complaints).toEqual([])
  })
})

describe('a sign-up with an address that someone else also signs up with', () => {
  const loginStatus = async (email: string, password: string) => (await post(on.server, '/auth/login', { email, password })).status

  it('sets the password typed in this browser, regardless of later sign-ups and of which code is entered', async () => {
    const person = newPerson()
    const auth = authPage(page, on.server.url)
    await auth.signUp(person)
    await isAt('/auth/verify')
    const own = await mailedCode(on.server, person.email)
    const attacker = { ...person, password: 'the-attackers-own-words-66' }
    expect((await post(on.server, '/auth/signup', attacker)).status).toBe(202)
    await auth.enterCode(await mailedCode(on.server, person.email, [own]))
    await isAt('/')
    expect(await Promise.all([attacker, person].map(({ email, password }) => loginStatus(email, password)))).toEqual([401, 200])
  })

  it('asks for names and a password when the sign-up was made elsewhere', async () => {
    const person = newPerson()
    const auth = authPage(page, on.server.url)
    expect((await post(on.server, '/auth/signup', { ...person, first_name: 'Mallory' })).status).toBe(202)
    await auth.verify(person.email, await mailedCode(on.server, person.email))
    await auth.choosePassword(person, NEW_PASSWORD)
    await isAt('/')
    const { first_name } = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}') as { first_name?: string }
    expect(first_name).toBe(person.first_name)
    expect(await Promise.all([person.password, NEW_PASSWORD].map((secret) => loginStatus(person.email, secret)))).toEqual([401, 200])
  })
})

describe('invalid input', () => {
  it('reports a wrong code, and keeps the right one valid', async () => {
    const person = newPerson()
    const auth = authPage(page, on.server.url)
    await auth.signUp(person)
    await isAt('/auth/verify')
    const code = await mailedCode(on.server, person.email)
    await auth.enterCode(code === '000000' ? '111111' : '000000')
    // Another code is sent only then. The page shows "Wrong address?" and "Code expired?" from the start.
    await page.getByText('The code is wrong or has expired.').waitFor()
    expect(await storedToken()).toBeNull()
    await auth.enterCode(code)
    await isAt('/')
  })

  it('shows the same error for a wrong password and an unknown address', async () => {
    const person = newPerson()
    await signUp(on.server, person)
    const auth = authPage(page, on.server.url)
    const answers: string[] = []
    for (const email of [person.email, newPerson().email]) {
      await auth.logIn(email, 'not-the-right-password')
      answers.push(await auth.failure())
    }
    expect(answers[0]).toBe(answers[1])
    expect(await storedToken()).toBeNull()
  })

  it('keeps the input when the server rejects the form', async () => {
    const auth = authPage(page, on.server.url)
    await auth.logIn('wren@example.org', 'not-the-right-password')
    await auth.failure()
    await expect.poll(() => auth.email.inputValue()).toBe('wren@example.org')
  })

  it('rejects a password from the common-password list', async () => {
    const auth = authPage(page, on.server.url)
    await auth.signUp({ ...newPerson(), password: 'password1234' })
    await page.getByText('This password is on lists of leaked passwords.').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth/signup')
  })
})

describe('a session', () => {
  it('survives a reload', async () => {
    const person = newPerson()
    await signUp(on.server, person)
    await logInPage(page, on.server, person)
    await page.goto(`${on.server.url}/claw`)
    await page.reload()
    await page.getByRole('main').getByRole('heading').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/claw')
  })

  it('is renewed silently by its cookie when the token has expired', async () => {
    const person = newPerson()
    await signUp(on.server, person)
    await logInPage(page, on.server, person)
    const stale = await page.evaluate(() => {
      const [header = '', body = '', signature = ''] = (localStorage.getItem('token') ?? '').split('.')
      const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>
      const late = btoa(JSON.stringify({ ...claims, exp: 1_700_000_000 }))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
      const token = [header, late, signature].join('.')
      localStorage.setItem('token', token)
      return token
    })
    await page.goto(`${on.server.url}/claw`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/claw')
    await page.waitForFunction((before) => localStorage.getItem('token') !== before, stale)
    expect(await storedToken()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  it('ends in every window of a browser on logout', async () => {
    const person = newPerson()
    await signUp(on.server, person)
    await logInPage(page, on.server, person)
    await page.goto(`${on.server.url}/claw`)
    const second = await someone.context.newPage()
    await second.goto(`${on.server.url}/claw/trade`)
    await second.getByRole('main').getByRole('heading').first().waitFor()
    await authPage(page, on.server.url).logOut()
    await second.waitForURL((url) => url.pathname === '/' || url.pathname === '/auth/login')
    expect(await storedToken(second)).toBeNull()
  })

  it('shows as expired after being revoked elsewhere, and then opens the login', async () => {
    const person = newPerson()
    await signUp(on.server, person)
    await logInPage(page, on.server, person)
    await page.goto(`${on.server.url}/`)
    await page.getByRole('link', { name: 'Discover CLAW now' }).waitFor()
    const waitForText = await listenFor(page, 'Your session has expired. Redirecting to login')
    // A reset ends the other sessions, including their sockets.
    const known = await mailedCode(on.server, person.email)
    await post(on.server, '/auth/forgot-password', { email: person.email })
    const code = await mailedCode(on.server, person.email, [known])
    expect((await post(on.server, '/auth/reset-password', { email: person.email, code, password: NEW_PASSWORD })).status).toBe(200)
    await waitForText()
    await isAt('/auth/login')
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([null, null])
  })
})

it('creates one user for twenty simultaneous sign-ups with one address', async () => {
  const person = newPerson()
  const body = { email: person.email, password: PASSWORD, first_name: 'Wren', last_name: 'Falconer' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(on.server, '/auth/signup', body)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
})
