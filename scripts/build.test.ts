import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SHARED } from './build.mjs'

it.each(['server', 'web'])('rebuilds the %s when one of its packages changes', (app) => {
  const manifest = readFileSync(new URL(`../apps/${app}/package.json`, import.meta.url), 'utf8')
  const own = [...manifest.matchAll(/"@aerie\/([a-z]+)": /g)].map(([, name]) => `packages/${name}/src`)
  expect(own.length).toBeGreaterThan(5)
  expect(own.filter((path) => !SHARED.includes(path))).toEqual([])
})
