import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CompatData, Identifier as Feature } from '@mdn/browser-compat-data'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { BROWSER_FLOOR } from './browser-floor.ts'

const root = join(import.meta.dirname, '../../..')
const data: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')
const FLOOR = Object.entries({ ...BROWSER_FLOOR, chrome_android: BROWSER_FLOOR.chrome, safari_ios: BROWSER_FLOOR.safari })

function missingIn(feature: Feature | undefined): string[] {
  const support = feature?.__compat?.support
  if (support === undefined) return []
  return FLOOR.filter(([browser, floor]) => {
    const all = [support[browser as keyof typeof support] ?? []].flat()
    return !all.some(
      ({ version_added: added, flags, alternative_name: other }) =>
        flags === undefined &&
        other === undefined &&
        typeof added === 'string' &&
        Number.parseFloat(added.replace('≤', '')) <= Number(floor),
    )
  }).map(([browser]) => browser)
}

const SINGLE: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  performance: 'Performance',
  history: 'History',
  location: 'Location',
  crypto: 'Crypto',
  caches: 'CacheStorage',
  visualViewport: 'VisualViewport',
  indexedDB: 'IDBFactory',
}
/** Used only with a fallback. */
const WITH_FALLBACK = new Set([
  'globalThis.requestIdleCallback',
  'window.requestIdleCallback',
  'requestIdleCallback',
  'window.IdleDetector',
  'window.trustedTypes',
])

type Node = { readonly type?: string; readonly name?: string; readonly computed?: boolean } & { readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const globalOf = (name: string): Feature | undefined => data.api[name] ?? data.javascript.builtins?.[name] ?? data.api.Window?.[name]

function usesOf({ type, computed, object, property, callee }: Node): (readonly [string, Feature | undefined])[] {
  if (type === 'MemberExpression' && computed === false && isNode(object) && isNode(property) && object.type === 'Identifier') {
    const [owner = '', name = ''] = [object.name, property.name]
    const single = SINGLE[owner]
    const of = single === undefined ? globalOf(owner) : data.api[single]
    return [[`${owner}.${name}`, of?.[`${name}_static`] ?? of?.[name] ?? (single === 'Window' ? globalOf(name) : undefined)]]
  }
  const isCall = type === 'NewExpression' || type === 'CallExpression'
  return isCall && isNode(callee) && callee.type === 'Identifier' && callee.name !== undefined ? [[callee.name, globalOf(callee.name)]] : []
}

function tooNewIn(file: string, text: string): string[] {
  const found = new Set<string>()
  const look = (node: Node): void => {
    for (const [name, feature] of usesOf(node)) {
      const missing = WITH_FALLBACK.has(name) ? [] : missingIn(feature)
      if (missing.length > 0) found.add(`${name} (${missing.join(', ')})`)
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) look(child)
  }
  look(parseSync(file, text).program as unknown as Node)
  return [...found]
}

/** Cosmetic only: pages stay usable without them. */
const DECORATIONS = new Set([
  'forced-color-adjust',
  'resize',
  'scrollbar-width',
  'scrollbar-color',
  '-webkit-tap-highlight-color',
  'text-size-adjust',
  '-webkit-user-drag',
  ':selection',
  ':-webkit-progress-bar',
  ':-webkit-progress-value',
  ':-moz-progress-bar',
  ':-webkit-scrollbar',
  ':-webkit-scrollbar-track',
  ':-webkit-scrollbar-thumb',
  ':-webkit-inner-spin-button',
])

function valuesOf(feature: Feature, into = new Map<string, Feature>()): Map<string, Feature> {
  const { __compat: _, ...parts } = feature
  for (const [name, each] of Object.entries(parts)) {
    into.set(name, each)
    valuesOf(each, into)
  }
  return into
}
const VALUES = valuesOf(data.css.types ?? {})

function tooNewInStyle(css: string): string[] {
  const text = withoutSupports(css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"[^"]*"|'[^']*'/g, '""'))
  const uses: (readonly [string, Feature | undefined])[] = [
    ...[...text.matchAll(/[{;]\s*([a-z-]+)\s*:/g)].map(([, name = '']) => [name, data.css.properties?.[name]] as const),
    ...[...text.matchAll(/@([a-z-]+)/g)].map(([, name = '']) => [`@${name}`, data.css['at-rules']?.[name]] as const),
    ...[...text.matchAll(/:([a-z-]+)(?=[^{};]*\{)/g)].map(([, name = '']) => [`:${name}`, data.css.selectors?.[name]] as const),
    ...[...text.matchAll(/([a-z-]+)\(/g)].map(([, name = '']) => [`${name}()`, VALUES.get(name)] as const),
  ]
  const missing = uses.filter(([name, feature]) => !DECORATIONS.has(name) && missingIn(feature).length > 0)
  return [...new Set(missing.map(([name, feature]) => `${name} (${missingIn(feature).join(', ')})`))]
}

function withoutSupports(css: string): string {
  const start = css.indexOf('@supports')
  if (start < 0) return css
  let depth = 0
  for (let at = css.indexOf('{', start); at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    else if (css[at] === '}') depth -= 1
    if (depth === 0) return css.slice(0, start) + withoutSupports(css.slice(at + 1))
  }
  return css.slice(0, start)
}

const SCRIPTS = ['apps/web/src', 'apps/web/public', 'packages/{apex,chain,core,forecast,journal,mirror,runtime,social,wire}/src'].flatMap(
  (folder) => globSync(`${folder}/**/*.{ts,tsx,js}`, { cwd: root }),
)

describe('the minimum supported browsers', () => {
  it('support every global object that the web app uses, and its members', () => {
    const files = SCRIPTS.filter((file) => !/\.test\.tsx?$|\/test\//.test(file))
    expect(files.length).toBeGreaterThan(500)
    expect(files.flatMap((file) => tooNewIn(file, readFileSync(join(root, file), 'utf8')).map((use) => `${file}: ${use}`))).toEqual([])
  })

  it('support the features its styles use, except for decorations and those behind a feature query', () => {
    const files = globSync('apps/web/src/**/*.css', { cwd: root })
    expect(files.length).toBeGreaterThan(50)
    expect(files.flatMap((file) => tooNewInStyle(readFileSync(join(root, file), 'utf8')).map((use) => `${file}: ${use}`))).toEqual([])
  })

  it('support the whole language the compiler accepts: nothing beyond ES2024', () =>
    expect(JSON.parse(readFileSync(join(root, 'apps/web/tsconfig.json'), 'utf8')).compilerOptions.lib).toEqual([
      'es2024',
      'dom',
      'dom.iterable',
    ]))
})

describe('the check', () => {
  it.each([
    ['Promise.try(() => 1)', ['Promise.try']],
    ['new CookieChangeEvent("a")', ['CookieChangeEvent']],
    ['globalThis.scheduler.yield()', ['globalThis.scheduler']],
    ['AbortSignal.any([])', []],
    ['const mine = { try: 1 }; mine.try', []],
  ])('detects what is too new in %s', (text, names) => expect(tooNewIn('a.ts', text).map((use) => use.replace(/ \(.*/, ''))).toEqual(names))

  it.each([
    ['a { top: anchor(bottom) }', ['anchor()']],
    ['@supports (top: anchor(bottom)) { a { top: anchor(bottom) } } b { color: red }', []],
    ['a { reading-flow: flex-visual }', ['reading-flow']],
    ['a:has(b) { color: light-dark(red, blue) }', []],
    ['select:open { color: red }', [':open']],
  ])('detects what is too new in %s', (css, names) => expect(tooNewInStyle(css).map((use) => use.replace(/ \(.*/, ''))).toEqual(names))
})
