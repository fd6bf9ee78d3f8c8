import type { FastifyPluginAsync } from 'fastify'
import { PAGE_POLICY } from '../../plugins/security-headers.ts'
import { type ApiDocument, DOCS_STYLE, docsPage } from './docs-page.ts'

/** `/docs`: the OpenAPI document to read. */
export const docsRoutes: FastifyPluginAsync = async (app) => {
  let page: string | undefined
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    // The page reads a few fields of the document, and each may be absent.
    page ??= docsPage(app.swagger() as ApiDocument)
    return reply
      .header('content-security-policy', PAGE_POLICY)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page)
  })
  app.get('/docs/style.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(DOCS_STYLE),
  )
}
