import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadHomeFiller } from './fill-home.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'aerie-web-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const PROGRAM = `export const homeFiller = ({ place }) => (html, data) => {
  if (data === null) throw new Error('no data')
  return html.replace(place, data.text)
}`
const build = () => {
  writeFileSync(join(root, 'fill-home.mjs'), PROGRAM)
  writeFileSync(join(root, 'home-parts.json'), '{"place":"here"}')
}

it("renders the page with the build's own program", async () => {
  build()
  const fill = await loadHomeFiller(root, () => undefined)
  expect(fill('<p>here</p>', { text: 'rows' })).toBe('<p>rows</p>')
})

it('leaves the page unchanged if the program fails, and logs it', async () => {
  build()
  const faults: unknown[] = []
  const fill = await loadHomeFiller(root, (error) => faults.push(error))
  expect(fill('<p>here</p>', null)).toBe('<p>here</p>')
  expect(faults.map(String)).toEqual(['Error: no data'])
})

it('leaves the page unchanged if the build has no program', async () => {
  const fill = await loadHomeFiller(root, () => undefined)
  expect(fill('<p>here</p>', { text: 'rows' })).toBe('<p>here</p>')
})
