import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './run-step.mjs'

const SKIPPED = ['**/node_modules/**', '**/dist/**', '**/data/**', '**/.git/**']
const PAGES = ['*.md', 'docs/**/*.md', 'bench/*.md']
const SOURCES = ['.env.example', '{apps,packages,contracts,e2e,bench,scripts}/**/*.{ts,tsx,mjs,sol,css}']
const LINK = /\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]*))?\)/g
/** A page named in code, with an optional heading: `docs/user/copy.md, "Simulation"`. */
const NAMED = /\bdocs\/[\w/-]+\.md\b(?:, "([^"\n]+)")?/g

const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8')
const headings = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
const filesOf = (root: string, patterns: readonly string[]): string[] => globSync(patterns, { cwd: root, exclude: SKIPPED })

function deadLinks(root: string): string[] {
  const ofPages = filesOf(root, PAGES).flatMap((file) =>
    [...read(root, file).matchAll(LINK)].flatMap(([, path = '', id]) => {
      const target = path === '' ? file : join(dirname(file), path)
      const isFound = existsSync(join(root, target)) && (id === undefined || headings(read(root, target)).map(anchor).includes(id))
      return isFound ? [] : [`${file}: ${path}${id === undefined ? '' : `#${id}`}`]
    }),
  )
  const ofSources = filesOf(root, SOURCES).flatMap((file) =>
    [...read(root, file).matchAll(NAMED)].flatMap(([named, title]) => {
      const [path = ''] = named.split(',')
      const isFound = existsSync(join(root, path)) && (title === undefined || headings(read(root, path)).includes(title))
      return isFound ? [] : [`${file}: ${named}`]
    }),
  )
  return [...ofPages, ...ofSources]
}

it('finds every page and heading that documentation links to and code names', () => {
  expect(filesOf(ROOT, PAGES).length).toBeGreaterThan(50)
  expect(filesOf(ROOT, SOURCES).length).toBeGreaterThan(500)
  expect(deadLinks(ROOT)).toEqual([])
})

it('detects a dead link, a missing heading and a page that code names incorrectly', () => {
  const root = mkdtempSync(join(tmpdir(), 'aerie-links-'))
  const [missing, heading] = [['docs', 'gone.md'].join('/'), 'No such heading']
  writeFileSync(join(root, 'README.md'), '# Read me\n\n[a](gone.md) [b](#not-here) [c](#read-me) [d](https://example.org/gone.md)\n')
  writeFileSync(join(root, '.env.example'), `# ${missing}, "${heading}"\n`)
  expect(deadLinks(root)).toEqual(['README.md: gone.md', 'README.md: #not-here', `.env.example: ${missing}, "${heading}"`])
  rmSync(root, { recursive: true })
})
