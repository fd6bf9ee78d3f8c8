import type { Page } from 'playwright-core'
import type { ServerAddress } from './aerie-server.ts'
import type { Visit } from './browser.ts'
import { logInPage, newPerson, type Person, signUp } from './people.ts'

export type NextPerson = { readonly page: Page; readonly person: Person; readonly token: string }

/** A page for a new user in an existing browser profile: cached code is kept, the previous user's data is not. */
export async function nextPerson({ context }: Pick<Visit, 'context'>, server: ServerAddress): Promise<NextPerson> {
  const person = newPerson()
  const page = await context.newPage()
  const empty = async () => {
    await context.clearCookies()
    await page.goto(`${server.url}/popout.html`)
    await page.evaluate(() => localStorage.clear())
  }
  const [{ token }] = await Promise.all([signUp(server, person), empty()])
  await logInPage(page, server, person)
  return { page, person, token }
}
