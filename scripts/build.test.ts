import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SHARED } from './build.mjs'

it.each(['server', 'web'])('builds the %s again when a package changes of which it is made', (app) => {
  const manifest = readFileSync(new URL(`../apps/${app}/package.json`, import.meta.url), 'utf8')
  const own = [...manifest.matchAll(/"@aerie\/([a-z]+)": /g)].map(([, name]) => `packages/${name}/src`)
  expect(own.length).toBeGreaterThan(5)
  expect(own.filter((path) => !SHARED.includes(path))).toEqual([])
})
