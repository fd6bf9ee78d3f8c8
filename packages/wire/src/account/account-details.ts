import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { personName } from './account-forms.ts'
import { ACCOUNT_FIELD_MESSAGES } from './messages.ts'

/** Details of an account. */
export const accountDetails = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** IANA time zone for times in mails; null is UTC. */
  time_zone: z.nullable(z.string()),
  created_at: z.iso.datetime(),
})
export type AccountDetails = z.output<typeof accountDetails>

/** A change of details; absent fields stay unchanged. The server checks that the zone exists. */
export const accountDetailsUpdate = z
  .object({
    first_name: z.optional(personName),
    last_name: z.optional(personName),
    time_zone: z.optional(z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_+\-/]{1,64}$/, ACCOUNT_FIELD_MESSAGES.zone)))),
  })
  .check(z.refine((body) => Object.values(body).some((value) => value !== undefined), ACCOUNT_FIELD_MESSAGES.nothing))

export const getAccountDetails = endpoint('GET /account', {
  auth: 'user',
  summary: "The caller's account details",
  returns: accountDetails,
})

export const changeAccountDetails = endpoint('PATCH /account', {
  auth: 'user',
  summary: "Changes the caller's account details",
  body: accountDetailsUpdate,
  returns: accountDetails,
})
