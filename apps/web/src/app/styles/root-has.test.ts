import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '../..')
const ROOT_HAS = /(?:html|:root|body)[^\s{,]*:has\(/

it('no style sheet uses :has() on the whole page', () => {
  const sheets = globSync('**/*.css', { cwd: SRC })
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.filter((sheet) => ROOT_HAS.test(readFileSync(join(SRC, sheet), 'utf8')))).toEqual([])
})
it('detects such a rule', () => expect('html:has(.agent-panel) .wallet-name {').toMatch(ROOT_HAS))
