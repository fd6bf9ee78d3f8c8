import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { arrowsOf, drawing, essentialArrows, findProblems, withDrawing } from './architecture.mjs'
import { STATIC_GATES } from './gates.mjs'
import { readImports } from './measures.mjs'
import { ROOT } from './run-step.mjs'
import { workspaceCopy } from './workspace-copy.mjs'

/** Reads all imports of the workspace twice: minutes on a busy machine. */
vi.setConfig({ testTimeout: 300_000 })

const { root, plant, remove } = workspaceCopy()
afterAll(remove)
cpSync(join(ROOT, 'docs'), join(root, 'docs'), { recursive: true })
for (const folder of ['contracts', 'scripts'])
  cpSync(join(ROOT, folder), join(root, folder), { recursive: true, filter: (path) => !path.endsWith('node_modules') })
const imports = await readImports(root)
const PAGE = 'docs/architecture.md'
const page = readFileSync(join(root, PAGE), 'utf8')

const arrow = (from: string, to: string) => ({ from: `packages/${from}/src/a.ts`, to: `packages/${to}/src/b.ts` })

it('draws the folders of imports and the arrows between them', () => {
  const drawn = drawing([arrow('wire', 'core'), { from: 'apps/web/src/live/a.ts', to: 'packages/wire/src/b.ts' }])
  expect(drawn).toContain('  subgraph web_all["apps/web/src"]\n    web_live["live"]\n  end')
  expect(drawn).toContain('  web_live --> wire\n  wire --> core\n')
})
it('omits an arrow implied by others', () =>
  expect(essentialArrows(arrowsOf([arrow('a', 'b'), arrow('b', 'c'), arrow('a', 'c'), arrow('a', 'b')]))).toEqual(
    arrowsOf([arrow('a', 'b'), arrow('b', 'c')]),
  ))
it('refuses circular folder dependencies', () => expect(() => drawing([arrow('a', 'b'), arrow('b', 'a')])).toThrow('folders in a circle'))
it('refuses a page without a placeholder for the drawing', () => expect(() => withDrawing('# A page\n', '')).toThrow('no place'))

it('accepts the current page', () => expect(findProblems(root, imports)).toEqual([]))

describe('the documentation check', () => {
  it('refuses an import missing from the drawing', () => {
    const planted = { from: 'packages/forecast/src/a.ts', to: 'packages/wire/src/b.ts' }
    expect(findProblems(root, [...imports, planted])).toEqual([
      expect.stringContaining('the drawing in docs/architecture.md is not the code'),
    ])
  })
  it('refuses an arrow without an import', () => {
    writeFileSync(join(root, PAGE), page.replace('  wire --> core\n', '  core --> wire\n'))
    expect(findProblems(root, imports)).toHaveLength(1)
  })
  it('refuses a folder without a row', () => {
    writeFileSync(join(root, PAGE), page)
    mkdirSync(join(root, 'apps/web/src/areas/planted'))
    expect(findProblems(root, imports)).toEqual(['docs/architecture.md has no row for the folder apps/web/src/areas/planted'])
  })
  it('refuses a path that does not exist', () => {
    writeFileSync(join(root, PAGE), `${page}\nSee \`apps/server/src/gone.ts\`.\n`)
    expect(findProblems(root, imports)).toContain('docs/architecture.md names apps/server/src/gone.ts, which is not there')
  })
  it('refuses unreadable imports', () => expect(findProblems(root, [])).toContain('almost no import was read: the check itself is broken'))
})

it('is a gate that exits with 1 on an import planted in the code', () => {
  writeFileSync(join(root, PAGE), page)
  plant('packages/forecast/src/planted.ts', "import { PAGE_SIZE } from '@aerie/wire/market/market'\nexport const x = PAGE_SIZE\n")
  const [node = '', ...args] = STATIC_GATES.find(({ name }) => name === 'architecture')?.command ?? []
  const { status, stderr } = spawnSync(node, [join(ROOT, args[0] ?? ''), ...args.slice(1)], { cwd: root, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('the drawing in docs/architecture.md is not the code')])
})
