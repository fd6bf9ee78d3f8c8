import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/aerie-server.ts'

const DIST = join(ROOT, 'apps', 'web', 'dist')
const PLACEHOLDER = 'aerie-development-placeholder'

const built = (pattern: string): string[] => globSync(pattern, { cwd: DIST })
const textOf = (file: string): string => readFileSync(join(DIST, file), 'utf8')
const sources = (): string[] => globSync('apps/web/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.includes('.test.'))

it('finds a built web app to inspect', () => expect(built('assets/*.js').length).toBeGreaterThan(3))

it('contains no development placeholder user, although the sources do', () => {
  const markedSources = sources().filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(PLACEHOLDER))
  expect(markedSources.length).toBeGreaterThan(0)
  const marked = built('**/*.{js,html,css,json,map,webmanifest}').filter(
    (file) => textOf(file).includes(PLACEHOLDER) || textOf(file).includes('developer@localhost'),
  )
  expect(marked).toEqual([])
})

it('precompresses every script and style worth compressing in both encodings', () => {
  const files = built('assets/*.{js,css}').filter((file) => statSync(join(DIST, file)).size >= 512)
  expect(files.length).toBeGreaterThan(3)
  const packed = files.filter((file) => built(`${file}.br`).length === 1 && built(`${file}.gz`).length === 1)
  expect(packed).toEqual(files)
})

it('references no other host in what the browser loads', () => {
  const foreign = built('*.html').flatMap((file) =>
    [...textOf(file).matchAll(/(?:src|href)="(https?:)?\/\/[^"]+"/g)].map(([match]) => match),
  )
  expect(foreign).toEqual([])
})

it('creates no HTML from text: Trusted Types block it, and trying it breaks the page', () => {
  const sink =
    /\.(?:inner|outer)HTML\s*=(?!=)|insertAdjacentHTML|setHTMLUnsafe|document\.write|DOMParser|createContextualFragment|\bsrcdoc\b/g
  // React and Preact use it for `dangerouslySetInnerHTML`, which the linter forbids, and React for scripts, which no page has.
  const isOfReact = (around: string) => around.includes('__html') || around.includes('<script>')
  const uses = built('assets/*.js').flatMap((file) => {
    const text = textOf(file)
    return [...text.matchAll(sink)].map(({ index }) => `${file}: ${text.slice(Math.max(0, index - 200), index + 100)}`)
  })
  expect(uses.filter(isOfReact).length).toBeGreaterThan(0)
  expect(uses.filter((use) => !isOfReact(use))).toEqual([])
})

it('has no circular script imports: one of the two would run before its dependency', () => {
  const importsOf = new Map(
    built('assets/*.js').map((file) => [
      `./${basename(file)}`,
      [...textOf(file).matchAll(/(?:\bfrom|\bimport)"(\.\/[^"]+\.js)"/g)].flatMap(([, name]) => name ?? []),
    ]),
  )
  const needed = new Map([...importsOf.keys()].map((file) => [file, reachableFrom(file, importsOf)]))
  const round = [...needed].filter(([file, all]) => all.has(file)).map(([file]) => file)
  expect(importsOf.size).toBeGreaterThan(3)
  expect([...needed.values()].some((all) => all.size > 3)).toBe(true)
  expect(round).toEqual([])
})

/** All transitive imports of a file; includes the file itself only in a cycle. */
function reachableFrom(file: string, importsOf: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set(importsOf.get(file))
  for (const one of seen) for (const next of importsOf.get(one) ?? []) seen.add(next)
  return seen
}

it('includes the licences of all its dependencies, and every script names the file', () => {
  const licences = textOf('licences.txt')
  const parts = licences.split(/^## (?=\S+ \S+ \()/m).slice(1)
  const named = parts.map((part) => part.slice(0, part.indexOf(' ')))
  expect(named).toEqual(expect.arrayContaining(['react', 'klinecharts', 'dockview-react', '@fontsource-variable/inter', '@web3icons/core']))
  expect(parts.filter((part) => part.trim().split('\n').length < 6)).toEqual([])
  const silent = built('assets/*.js').filter((file) => !textOf(file).includes('/licences.txt') && !file.includes('worker'))
  expect(silent).toEqual([])
  expect(readFileSync(join(ROOT, 'apps/server/dist/licences.txt'), 'utf8')).toMatch(/^## fastify \S+ \(MIT\)$/m)
})
