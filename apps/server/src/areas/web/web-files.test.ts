import { globSync } from 'node:fs'
import { extname, join } from 'node:path'
import { expect, it } from 'vitest'
import { webFiles } from './web-files.ts'

const WEB = join(import.meta.dirname, '../../../../web')

it('has a media type for every file of a page: without one a browser may refuse it', () => {
  const files = ['public/**/*.*', 'src/**/*.{css,wav,woff2,png,svg}'].flatMap((pattern) => globSync(pattern, { cwd: WEB }))
  const { find } = webFiles(WEB)
  const types = new Map(files.map((file) => [extname(file), find(`/${file}`)?.type]))
  expect(types.get('.wav')).toBe('audio/wav')
  expect(types.get('.svg')).toBe('image/svg+xml')
  expect([...types].filter(([, type]) => type === undefined || type === 'application/octet-stream')).toEqual([])
})
