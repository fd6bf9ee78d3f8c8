import { expect, it } from 'vitest'
import { StartFailure } from '../../start-failure.ts'
import { accountForPostgres } from './os-account.ts'

it('runs PostgreSQL as the account of the process if it has a name', () =>
  expect(accountForPostgres(54_321, () => ({ username: 'ada' }))).toBeUndefined())

it('explains what to do if the user of the process has no name, as in a container', () => {
  const nameless = () => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  }
  expect(() => accountForPostgres(54_321, nameless)).toThrow(StartFailure)
  expect(() => accountForPostgres(54_321, nameless)).toThrow(
    /^This process runs as user 54321, which has no name, .*: add the line "aerie:x:54321:\d+::\/tmp:\/bin\/false" to \/etc\/passwd/,
  )
})
