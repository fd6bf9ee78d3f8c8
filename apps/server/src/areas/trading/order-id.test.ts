import { expect, it } from 'vitest'
import { orderIdOf } from './order-id.ts'

it('never changes: stored orders depend on it', () => {
  expect(orderIdOf('00000000-0000-4000-8000-000000000001', 'first')).toBe('12e94fdb-a943-818a-a0eb-42b463776e77')
  expect(orderIdOf('00000000-0000-4000-8000-000000000001', 'copy:ü')).toBe('a0c77cf1-9267-8ccb-baaa-b46ed0fe5353')
})
