import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { errorText } from './error-text.ts'

it('says how long to wait, in the unit that reads best', () => {
  const limited = (retryAfterSeconds: number) =>
    errorText(new ApiError({ code: 'rate_limited', status: 429, detail: '', retryAfterSeconds }))
  expect(limited(30)).toBe('Too many attempts. Try again in 30 seconds.')
  expect(limited(600)).toBe('Too many attempts. Try again in 10 minutes.')
})

it("takes the server's own sentence where it says more", () =>
  expect(errorText(new ApiError({ code: 'rule_broken', status: 422, detail: 'The stop is above the entry.' }))).toBe(
    'The stop is above the entry.',
  ))

it('says what is not available where the server has a word of its own, and when to try again', () => {
  const fault = {
    code: 'unavailable',
    status: 503,
    detail: 'ApeX Omni is not responding. Nothing was changed.',
    retryAfterSeconds: 5,
  } as const
  expect(errorText(new ApiError({ ...fault, word: 'apex_unavailable' }))).toBe(
    'ApeX Omni is not responding. Nothing was changed. Try again in 5 seconds.',
  )
  expect(errorText(new ApiError(fault))).toBe('This is not available right now. Try again in 5 seconds.')
})

it('shows nothing of an error that is not of the API', () =>
  expect(errorText(new TypeError("can't read /srv/secret"))).toBe('Something went wrong on our side. Try again in a moment.'))
