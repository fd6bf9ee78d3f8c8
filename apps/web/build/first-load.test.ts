import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { firstLoad } from './first-load.ts'

const SRC = join(import.meta.dirname, '../src')

it('keeps the small parts that lazy screens share in Home’s one file, wherever their folders are', () => {
  const chunkOf = firstLoad('/main.tsx')
  const shared = globSync('live/**/{watched,report-fault}.ts', { cwd: SRC })
  expect(shared).toHaveLength(2)
  for (const path of shared) expect(chunkOf(`/work/apps/web/src/${path}`, { getModuleInfo: () => null }), path).toBe('home')
})
