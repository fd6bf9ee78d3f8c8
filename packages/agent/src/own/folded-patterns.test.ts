import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Questions are folded before patterns read them, which turns й into и and ё into е. */
it('has no pattern with a letter that folding removes', () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync(['*.ts', 'own/*.ts'], { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const patterns = files.flatMap(
    (file) => readFileSync(join(root, file), 'utf8').match(/(?<=[(=[,\s])\/(?![/*]).+\/[iu]+(?=[.,;)\]\s])/gu) ?? [],
  )
  expect(patterns.length).toBeGreaterThan(100)
  expect(patterns.filter((pattern) => /[йё]/u.test(pattern))).toEqual([])
})
