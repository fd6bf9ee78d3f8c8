import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { FIRST_TERMS, TERM_FIELDS, termsForm } from './copy-terms.ts'

it('takes the price limit in percent and sends it in hundredths of a percent', () => {
  const { terms } = z.parse(termsForm, { ...FIRST_TERMS, max_move_bps: '1,25%', step: 'start' })
  expect(terms.max_move_bps).toBe(125)
  expect(z.parse(termsForm, { ...FIRST_TERMS, step: 'start' }).terms.max_move_bps).toBe(50)
})

it.each(['0', '10.01', '0.005', 'a'])('refuses a price limit of %s', (text) => expect(TERM_FIELDS.max_move_bps.fault(text)).toBeDefined())
