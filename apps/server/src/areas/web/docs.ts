import { epochMs } from '@aerie/core/time'
import { keyedTokenBuckets } from '@aerie/runtime/token-bucket'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/http/app-error.ts'
import { addressGroup } from '../../platform/http/caller.ts'
import { JSON_TYPE, type Representation, represent, sendRepresentation } from '../../platform/http/representations.ts'
import { PAGE_POLICY } from '../../platform/http/security-headers.ts'
import type { ServerModule } from '../../platform/lifecycle.ts'

const RATE = { burst: 30, perSecond: 1 }
/** 28 ms in libuv's thread pool for half a megabyte. */
const QUALITY = 9

/** Built once at start, because it blocks the main thread for 0.2 s. */
export function docsModule(): ServerModule {
  let prepare: (() => Promise<Docs>) | undefined
  const routes: FastifyPluginAsync = async (app) => {
    let made: Promise<Docs> | undefined
    const make = (): Promise<Docs> => {
      made ??= makeDocs(app)
      return made
    }
    app.addHook('onReady', async () => {
      prepare = make
    })
    const buckets = keyedTokenBuckets({ clock: { now: () => epochMs(performance.now()) }, ...RATE })
    const serve = (name: keyof Docs) => async (request: FastifyRequest, reply: FastifyReply) => {
      if (!buckets.take(addressGroup(request.ip), 1))
        throw new AppError('rate_limited', {
          detail: 'Too many requests for the API document. Try again in a moment.',
          retryAfterSeconds: 1,
        })
      const docs = await make()
      if (name === 'page') reply.header('content-security-policy', PAGE_POLICY)
      return sendRepresentation(request, reply.header('cache-control', 'no-cache'), docs[name])
    }
    const hidden = { schema: { hide: true } }
    app.get('/openapi.json', hidden, serve('document'))
    for (const path of ['/docs', '/docs/']) app.get(path, hidden, serve('page'))
    app.get('/docs/style.css', hidden, serve('style'))
  }
  return { name: 'docs', routes, start: async () => void (await prepare?.()) }
}

type Docs = Readonly<Record<'document' | 'page' | 'style', Representation>>

async function makeDocs(app: FastifyInstance): Promise<Docs> {
  const api = app.swagger()
  const [document, page, style] = await Promise.all([
    represent(JSON_TYPE, JSON.stringify(api), QUALITY),
    represent('text/html; charset=utf-8', docsPage(api as ApiDocument), QUALITY),
    represent('text/css; charset=utf-8', DOCS_STYLE, QUALITY),
  ])
  return { document, page, style }
}

type ApiDocument = {
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string }
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, unknown>>
    readonly responses?: Readonly<Record<string, Response>>
  }
}
type Operation = {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<Record<string, Response | { readonly $ref: string }>>
}
type Parameter = {
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: unknown
}
type Response = { readonly description?: string; readonly content?: Content }
type Content = Readonly<Record<string, { readonly schema?: unknown; readonly example?: unknown }>>

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
/** Descriptions are Markdown, but only use inline code. */
const textHtml = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
const idOf = (name: string): string => name.replaceAll(/\W+/g, '-')

/** No scripts, so the content policy needs no exception. */
function docsPage(document: ApiDocument): string {
  const { info, tags = [], paths = {}, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other')
  const title = `${info?.title ?? 'API'} ${info?.version ?? ''}`
  const sections = [...byTag].map(([tag, list]) => {
    const description = tags.find(({ name }) => name === tag)?.description ?? ''
    const parts = list.map((one) => operationHtml(one, components?.responses ?? {}))
    return `<h2 id="${idOf(tag)}">${escapeHtml(tag)}</h2><p>${textHtml(description)}</p>${parts.join('')}`
  })
  const links = [...byTag.keys(), 'schemas'].map((tag) => `<a href="#${idOf(tag)}">${escapeHtml(tag)}</a>`)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} API</title><link rel="stylesheet" href="/docs/style.css"></head><body><main>`,
    `<h1>${escapeHtml(title)} API</h1><p>${textHtml(info?.description ?? '')} For programs: <a href="/openapi.json">/openapi.json</a>.</p>`,
    `<nav aria-label="Areas">${links.join(' ')}</nav>${sections.join('')}`,
    `<h2 id="schemas">Schemas</h2>${Object.entries(components?.schemas ?? {})
      .map(schemaHtml)
      .join('')}</main></body></html>`,
  ].join('\n')
}

type Shown = { readonly path: string; readonly method: string; readonly operation: Operation }

function operationHtml({ path, method, operation }: Shown, shared: Readonly<Record<string, Response>>): string {
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]): [string, Response] => [
    status,
    '$ref' in response ? (shared[response.$ref.split('/').at(-1) ?? ''] ?? {}) : response,
  ])
  const errors = responses.filter(([status]) => !status.startsWith('2'))
  const parts = [
    operation.description ? `<p>${textHtml(operation.description)}</p>` : '',
    securityHtml(operation.security ?? []),
    parametersHtml(operation.parameters ?? []),
    contentHtml('Body', operation.requestBody?.content),
    ...responses.filter(([status]) => status.startsWith('2')).map(([status, { content }]) => contentHtml(`Response ${status}`, content)),
    tableHtml(
      'Errors',
      errors.map(([status, { description = '' }]) => [status, textHtml(description)]),
    ),
  ]
  return `<details><summary><b class="${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code> ${textHtml(operation.summary ?? '')}</summary>${parts.join('')}</details>`
}

function securityHtml(security: NonNullable<Operation['security']>): string {
  const ways = security.flatMap(Object.entries).map(([scheme, scopes]) => {
    if (scheme === 'apiToken') return `an API token with the scope <code>${escapeHtml(scopes.join(' '))}</code>`
    return scheme === 'refreshCookie' ? 'the cookie of a login' : 'the token of a login'
  })
  return ways.length === 0 ? '' : `<p>Needs ${ways.join(', or ')}.</p>`
}

const parametersHtml = (parameters: readonly Parameter[]): string =>
  tableHtml(
    'Parameters',
    parameters.map(({ name = '', in: place = '', required, description = '', schema }) => [
      `<code>${escapeHtml(name)}</code>`,
      `${escapeHtml(place)}${required ? ', required' : ''}`,
      `${textHtml(description)} <code>${schemaText(schema, 0)}</code>`,
    ]),
  )

function tableHtml(heading: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const lines = rows.map(
    ([first = '', ...rest]) => `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  )
  return `<h3>${heading}</h3><table>${lines.join('')}</table>`
}

function contentHtml(heading: string, content: Content | undefined): string {
  const blocks = Object.entries(content ?? {}).map(([type, { schema, example }]) => {
    const shown = example === undefined ? '' : `<h3>Example</h3><pre tabindex="0">${exampleText(example)}</pre>`
    return `<h3>${heading} <small>${escapeHtml(type)}</small></h3><pre tabindex="0">${schemaText(schema, 2)}</pre>${shown}`
  })
  return blocks.join('')
}

const exampleText = (example: unknown): string => escapeHtml(typeof example === 'string' ? example : JSON.stringify(example, null, 2))

const schemaText = (schema: unknown, indent: number): string =>
  escapeHtml(JSON.stringify(schema ?? {}, null, indent)).replaceAll(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    '<a href="#schema-$1">$1</a>',
  )

/** The id is inside `<details>`: browsers open it when following a link to it. */
const schemaHtml = ([name, schema]: [string, unknown]): string =>
  `<details><summary><code>${escapeHtml(name)}</code></summary><pre id="schema-${idOf(name)}" tabindex="0">${schemaText(schema, 2)}</pre></details>`

const DOCS_STYLE = `:root { color-scheme: dark light; --line: light-dark(#d5dbe1, #2b3139); --soft: light-dark(#f4f6f8, #12161c); }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: light-dark(#14181d, #eaecef); background: light-dark(#fff, #0b0e11); }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
a { color: inherit; }
nav { display: flex; gap: 1rem; flex-wrap: wrap; }
h2 { margin: 2rem 0 0.5rem; text-transform: capitalize; }
h3 { margin: 1rem 0 0.25rem; font-size: 0.9rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: 0.5rem 0; padding: 0.5rem 0.75rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 4rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.5rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
pre { background: var(--soft); padding: 0.75rem; overflow: auto; max-height: 24rem; border-radius: 6px; font-size: 0.8rem; }
`
