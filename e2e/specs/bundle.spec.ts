import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/aerie-server.ts'

const built = (pattern: string): string[] => globSync(pattern, { cwd: join(ROOT, 'apps', 'web', 'dist') })
const textOf = (file: string): string => readFileSync(join(ROOT, 'apps', 'web', 'dist', file), 'utf8')

it('has a built web app to look at', () => expect(built('assets/*.js').length).toBeGreaterThan(3))

it('has every script and style precompressed twice', () => {
  const files = built('assets/*.{js,css}')
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) expect([built(`${file}.br`), built(`${file}.gz`)]).toEqual([[`${file}.br`], [`${file}.gz`]])
})

it('names no other host in what the browser loads', () => {
  const foreign = built('index.html').flatMap((file) =>
    [...textOf(file).matchAll(/(?:src|href)="(https?:)?\/\/[^"]+"/g)].map(([match]) => match),
  )
  expect(foreign).toEqual([])
})
