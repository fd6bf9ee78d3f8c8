import { afterAll, beforeAll, expect, it } from 'vitest'
import { countAssertions, countBackOffs, countCommentLines, findCircles, findUpArrows, hasInterval, measure } from './measures.mjs'
import { workspaceCopy } from './workspace-copy.mjs'

const arrow = (from: string, to: string) => ({ from, to })

it('counts casts and non-null assertions, but not `as const` or renamed imports', () => {
  const source = "import { a as b } from './a.ts'\nexport const c = [b as string, b[0]!, b!.d!] as const\n"
  expect(countAssertions('a.ts', source)).toEqual({ casts: 1, nonNull: 3, lines: 2 })
})
it('counts them in components, too', () =>
  expect(countAssertions('a.tsx', 'export const A = () => <p>{(b as string)!}</p>\n')).toEqual({ casts: 1, nonNull: 1, lines: 1 }))
it('refuses to count code that does not parse', () => expect(() => countAssertions('a.ts', 'export const = 1')).toThrow('does not parse'))

it.each([
  'const wait = Math.min(BASE_MS * 2 ** failures, CAP_MS)',
  'const wait = BASE * Math.pow(2, attempt)',
  'wait = Math.min(wait * 2, CAP_MS)',
  'wait = Math.min(CAP_MS, wait * 2)',
])('recognises a back-off: %s', (source) => expect(countBackOffs(source)).toBe(1))
it.each([
  'const unit = 10n ** 18n',
  '/** 2 ** failures */',
  'const area = 12 ** 2',
  'const LONGEST_TIMER_MS = 2 ** 31 - 1',
  'const capacity = 2 ** Math.ceil(Math.log2(count))',
  'blocks = Math.min(largest, blocks * 2)',
])('does not count any other power or doubling as one: %s', (source) => expect(countBackOffs(source)).toBe(0))

it('finds a repeating timer, and ignores comments', () =>
  expect(['setInterval(tick, 5)', '// setInterval(tick, 5)', 'setTimeout(tick, 5)'].map(hasInterval)).toEqual([true, false, false]))

it('counts the comment-only lines', () => {
  const source = "// one\nconst a = 'b' // not this\n/**\n * three\n */\nconst c = '// not this'\n"
  expect(countCommentLines('a.ts', source)).toBe(4)
  expect(countCommentLines('a.tsx', 'const a = (\n  <p>\n    {/* one */}\n    text\n  </p>\n)\n')).toBe(1)
})

it('reports a cycle once, with all of its files', () =>
  expect(findCircles([arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'a'), arrow('d', 'a'), arrow('e', 'e')])).toEqual([
    ['a', 'b', 'c'],
    ['e'],
  ]))

it('lists the arrows that point up between the folders of the web app', () => {
  const up = arrow('apps/web/src/platform/a.ts', 'apps/web/src/app/b.ts')
  const down = arrow('apps/web/src/app/b.ts', 'apps/web/src/platform/c.ts')
  expect([...findUpArrows([up, down])]).toEqual([['platform → app', [up]]])
})

const copy = workspaceCopy()
let found: Awaited<ReturnType<typeof measure>>
beforeAll(async () => {
  copy.plant(
    'apps/web/src/platform/planted.ts',
    "import { x } from '../app/planted.ts'\nexport const y = () => [x, setInterval(y, 2 ** x), import('./planted-too.ts')]\n",
  )
  copy.plant('apps/web/src/platform/planted-too.ts', "import { y } from './planted.ts'\nexport const z = y\n")
  copy.plant('apps/web/src/app/planted.ts', 'export const x = 1\n')
  for (let index = 0; index < 26; index += 1) copy.plant(`apps/web/src/planted/${index}.ts`, 'export const x = 1\n')
  found = await measure(copy.root)
}, 300_000)
afterAll(copy.remove)

it('detects a cycle closed by a dynamic import', () =>
  expect(found.circles).toContainEqual(['apps/web/src/platform/planted-too.ts', 'apps/web/src/platform/planted.ts']))
it('detects a planted violation for each of its lists', () => {
  expect(found.upArrows.join()).toContain('platform → app (1)')
  expect(found.importsIntoApp).toBeGreaterThan(0)
  expect(found.largeFolders).toContain('apps/web/src/planted (26)')
  expect(found.backOffs).toContain('apps/web/src/platform/planted.ts')
  expect(found.intervalFiles).toContain('apps/web/src/platform/planted.ts')
})
