/** What the page reads of an OpenAPI document; everything may be absent. */
export type ApiDocument = {
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string }
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
type Operation = {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>
}
type Parameter = {
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: unknown
}
type Content = Readonly<Record<string, { readonly schema?: unknown }>>

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

/** The API document as a page for people: no script at all, so it needs no exception from the content policy. */
export function docsPage(document: ApiDocument): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other')
  const title = `${document.info?.title ?? 'API'} ${document.info?.version ?? ''}`
  const sections = [...byTag].map(([tag, list]) => `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${list.map(operationHtml).join('')}`)
  const links = [...byTag.keys()].map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} API</title><link rel="stylesheet" href="/docs/style.css"></head><body><main>`,
    `<h1>${escapeHtml(title)} API</h1><p>${escapeHtml(document.info?.description ?? '')} For programs: <a href="/openapi.json">/openapi.json</a>.</p>`,
    `<nav aria-label="Areas">${links.join(' ')}</nav>${sections.join('')}</main></body></html>`,
  ].join('\n')
}

function operationHtml({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const parts = [
    operation.description ? `<p>${escapeHtml(operation.description)}</p>` : '',
    operation.security?.length ? '<p>Needs a bearer token.</p>' : '',
    parametersHtml(operation.parameters ?? []),
    contentHtml('Body', operation.requestBody?.content),
    ...Object.entries(operation.responses ?? {}).map(([status, { content }]) => contentHtml(`Answer ${status}`, content)),
  ]
  return `<details><summary><b class="${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}</summary>${parts.join('')}</details>`
}

function parametersHtml(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name = '', in: place = '', required, schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(place)}${required ? ', required' : ''}</td><td><code>${escapeHtml(JSON.stringify(schema ?? {}))}</code></td></tr>`,
  )
  return `<h3>Parameters</h3><table>${rows.join('')}</table>`
}

function contentHtml(heading: string, content: Content | undefined): string {
  const blocks = Object.entries(content ?? {}).map(
    ([type, { schema }]) =>
      `<h3>${heading} <small>${escapeHtml(type)}</small></h3><pre tabindex="0">${escapeHtml(JSON.stringify(schema ?? {}, null, 2))}</pre>`,
  )
  return blocks.join('')
}

export const DOCS_STYLE = `:root { color-scheme: dark light; --line: light-dark(#d5dbe1, #2b3139); --soft: light-dark(#f4f6f8, #12161c); }
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
