import * as z from 'zod/mini'

/** Steps of the product tour. */
export const TOUR_STEPS = 5

/** Document `guide`: whether the tour was started or finished, and the current step, from 0. */
export const guide = z.strictObject({
  tour: z._default(z.enum(['new', 'running', 'ended']), 'new'),
  step: z._default(z.int().check(z.gte(0), z.lte(TOUR_STEPS - 1)), 0),
})
