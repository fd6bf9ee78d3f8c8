import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './run-step.mjs'

const page = readFileSync(join(ROOT, 'docs/security/threats.md'), 'utf8')
const NAMED = /`([^`]+)` › `([^`]+)`/g
const named = [...page.matchAll(NAMED)].map(([, file = '', title = '']) => ({ file, title }))
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .map((line) => line.split(' | '))
  .filter(([, , shown]) => !/^test\s*\|$/.test(shown ?? ''))

/** Finds the title as a string in any quotes, or as a forge test function. */
function hasTest(file: string, title: string): boolean {
  const path = join(ROOT, file)
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  if (file.endsWith('.sol')) return source.includes(`function ${title}(`)
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => source.includes(quoted))
}

describe('docs/security/threats.md', () => {
  it.each(named)('names a test that exists: $file › $title', ({ file, title }) => expect(hasTest(file, title)).toBe(true))

  it('requires each threat to name the test that covers its defence, or to state that none does', () => {
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.filter(([, , shown]) => !/` › `|^no test/.test(shown ?? '')).map(([threat]) => threat)).toEqual([])
  })

  it('detects a renamed test', () => {
    expect(hasTest('apps/server/src/app.int.test.ts', 'a title that no test has')).toBe(false)
    expect(hasTest('apps/server/src/gone.int.test.ts', 'names each wrong field of a body')).toBe(false)
  })
})
