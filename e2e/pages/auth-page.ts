import type { Page } from 'playwright-core'
import type { Person } from '../support/people.ts'

export const authPage = (page: Page, url: string) => {
  const main = page.getByRole('main')
  const email = main.getByLabel(/e-?mail/i)
  const password = main.getByLabel(/password/i).and(main.locator('input'))
  const press = (name: RegExp) => main.getByRole('button', { name }).click()
  return {
    email,
    signUp: async (person: Person) => {
      await page.goto(`${url}/auth/signup`)
      await main.getByLabel(/first name/i).fill(person.first_name)
      await main.getByLabel(/last name/i).fill(person.last_name)
      await email.fill(person.email)
      await password.fill(person.password)
      await press(/^(sign up|create)/i)
    },
    enterCode: async (code: string) => {
      await main.getByLabel(/code/i).and(main.locator('input')).fill(code)
    },
    verify: async (address: string, code: string) => {
      await page.goto(`${url}/auth/verify`)
      await email.fill(address)
      await main.getByLabel(/code/i).and(main.locator('input')).fill(code)
    },
    /** After a sign-up code from another browser. */
    choosePassword: async ({ first_name, last_name }: Person, secret: string) => {
      await main.getByRole('heading', { name: 'Choose a Password' }).waitFor()
      await main.getByLabel(/first name/i).fill(first_name)
      await main.getByLabel(/last name/i).fill(last_name)
      await password.fill(secret)
      await press(/^finish/i)
    },
    logIn: async (address: string, secret: string) => {
      await page.goto(`${url}/auth/login`)
      await email.fill(address)
      await password.fill(secret)
      await press(/^log in/i)
    },
    forgot: async (address: string) => {
      await page.goto(`${url}/auth/forgot-password`)
      await email.fill(address)
      await press(/send|continue/i)
    },
    reset: async (code: string, secret: string) => {
      await main.getByLabel(/code/i).and(main.locator('input')).fill(code)
      await password.fill(secret)
      await press(/set|save|reset|change/i)
    },
    failure: async () => (await main.getByRole('alert').filter({ hasText: /\S/ }).first().innerText()).trim(),
    logOut: async () => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /account|Wren/i })
        .click()
      await page.getByRole('menuitem', { name: 'Log Out' }).click()
      const confirm = page.getByRole('dialog', { name: 'Log Out' }).getByRole('button', { name: 'Log Out', exact: true })
      await Promise.all([page.waitForEvent('load'), confirm.click()])
    },
  }
}
