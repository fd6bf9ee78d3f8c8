import { expect, it } from 'vitest'
import { routesIn } from './http-routes.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const document = (body: object, schemas: object) => ({
  paths: { '/orders': { post: { requestBody: { content: { 'application/json': { schema: body } } } } } },
  components: { schemas },
})

it('puts components in place of the references of a body, so that its fields are known', () => {
  const schemas = { Order: { type: 'object', properties: { side: ref('Side') } }, Side: { enum: ['buy', 'sell'] } }
  expect(routesIn(document(ref('Order'), schemas))).toEqual([
    { method: 'POST', path: '/orders', parameters: [], body: { type: 'object', properties: { side: { enum: ['buy', 'sell'] } } } },
  ])
})

it('ends where a component contains itself', () => {
  const [route] = routesIn(document(ref('Tree'), { Tree: { type: 'array', items: ref('Tree') } }))
  expect(route?.body).toEqual({ type: 'array', items: {} })
})
