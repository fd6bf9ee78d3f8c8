import { expect, it } from 'vitest'
import { routesIn } from './http-routes.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const document = (body: object, schemas: object) => ({
  paths: { '/orders': { post: { requestBody: { content: { 'application/json': { schema: body } } } } } },
  components: { schemas },
})

it('resolves component references in a body, so that its fields are known', () => {
  const schemas = { Order: { type: 'object', properties: { side: ref('Side') } }, Side: { enum: ['buy', 'sell'] } }
  expect(routesIn(document(ref('Order'), schemas))).toEqual([
    { method: 'POST', path: '/orders', parameters: [], body: { type: 'object', properties: { side: { enum: ['buy', 'sell'] } } } },
  ])
})

it('terminates on a component that contains itself', () => {
  const [route] = routesIn(document(ref('Tree'), { Tree: { type: 'array', items: ref('Tree') } }))
  expect(route?.body).toEqual({ type: 'array', items: {} })
})
