import { SourceMap } from 'node:module'
import { transform } from 'esbuild'
import { expect, it } from 'vitest'
import { thinMappings } from './thin-source-map.mjs'

const SOURCE = `// a comment of its own line
export function total(list: readonly number[]): number {
  const wanted = list.filter((each) => each > 0)
    .map((each) => each * 2)
  // a gap

  if (wanted.length === 0) throw new Error('nothing')
  return wanted.reduce((sum, each) => sum + each, 0)
}
export const first = (list: readonly number[]) => ({ value: list[0],
  more: list.slice(1) })
`

const segments = (mappings: string): number => mappings.split(/[;,]/).filter((segment) => segment !== '').length

it('maps every position of the bundle to its source line with a fraction of the segments', async () => {
  const { code, map } = await transform(SOURCE, { loader: 'ts', sourcemap: true, sourcefile: 'total.ts', minifyWhitespace: true })
  const full = JSON.parse(map)
  const thin = { ...full, mappings: thinMappings(full.mappings) }
  const [before, after] = [new SourceMap(full), new SourceMap(thin)]
  const positions = code.split('\n').flatMap((line, row) => Array.from(line, (_, column) => [row, column] as const))
  const lineOf = (given: SourceMap, [row, column]: readonly [number, number]) => given.findOrigin(row + 1, column + 1)
  expect(positions.length).toBeGreaterThan(100)
  for (const place of positions) {
    const [{ lineNumber, fileName }, was] = [
      { ...emptyOrigin, ...lineOf(after, place) },
      { ...emptyOrigin, ...lineOf(before, place) },
    ]
    expect([place, lineNumber, fileName]).toEqual([place, was.lineNumber, was.fileName])
  }
  expect(segments(thin.mappings)).toBeLessThan(segments(full.mappings) / 2)
})

const emptyOrigin = { lineNumber: null, fileName: null }

it('keeps the first segment of each generated line, across empty lines and jumps back to an earlier file', () => {
  expect(thinMappings(';AAAA,IAAI;;AACA,KCFJ;ADEA')).toBe(';AAAA;;AACI,KCFJ;ADEA')
})

it('replaces what comes from unwanted sources by one segment without a source', () => {
  const isWanted = (source: number) => source !== 1
  // Sources 0, 1, 1, 0 in one line, then 1 at the start of the next.
  const thin = thinMappings('AAAA,ICAA,IAAA,IDAA;ACAA', isWanted)
  expect(thin).toBe('AAAA,I,QAAA;A;')
  const map = new SourceMap({
    version: 3,
    file: '',
    names: [],
    sources: ['own.ts', 'npm.js'],
    mappings: thin,
    sourceRoot: '',
    sourcesContent: [],
  })
  const source = (line: number, column: number) => ({ originalSource: undefined, ...map.findEntry(line, column) }).originalSource
  expect([source(0, 0), source(0, 4), source(0, 9), source(0, 12), source(1, 3)]).toEqual([
    'own.ts',
    undefined,
    undefined,
    'own.ts',
    undefined,
  ])
})

it('refuses an invalid source map', () => expect(() => thinMappings('AA!A')).toThrow('"AA!A" is no segment'))
