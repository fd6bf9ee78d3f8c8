import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { errorText } from './error-text.ts'

it('shows how long to wait, in the most readable unit', () => {
  const limited = (retryAfterSeconds: number) =>
    errorText(new ApiError({ code: 'rate_limited', status: 429, detail: '', retryAfterSeconds }))
  expect(limited(30)).toBe('Too many attempts. Try again in 30 seconds.')
  expect(limited(600)).toBe('Too many attempts. Try again in 10 minutes.')
})

it("uses the server's own message when it is more specific", () =>
  expect(errorText(new ApiError({ code: 'rule_broken', status: 422, detail: 'The stop is above the entry.' }))).toBe(
    'The stop is above the entry.',
  ))

it('shows what is unavailable when the server sends its own code, and when to retry', () => {
  const fault = {
    code: 'unavailable',
    status: 503,
    detail: 'ApeX Omni is not responding. Nothing was changed.',
    retryAfterSeconds: 5,
  } as const
  expect(errorText(new ApiError({ ...fault, reason: 'apex_unavailable' }))).toBe(
    'ApeX Omni is not responding. Nothing was changed. Try again in 5 seconds.',
  )
  expect(errorText(new ApiError(fault))).toBe('This is not available right now. Try again in 5 seconds.')
})

it('shows no details of a non-API error', () =>
  expect(errorText(new TypeError("can't read /srv/secret"))).toBe('Something went wrong on our side. Try again in a moment.'))
