import { expect, it, vi } from 'vitest'
import { runGates } from './gates.mjs'

const printing = (name: string, text: string, code = 0, afterMs = 0) => ({
  name,
  command: ['node', '-e', `setTimeout(() => { console.log(${JSON.stringify(text)}); process.exit(${code}) }, ${afterMs})`],
})

it('runs two gates at a time, and reports them in order: failed, could not start, passed', async () => {
  const output: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => output.push(String(chunk)) > 0)
  vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(`${line}\n`))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const missing = { name: 'missing', command: ['no-such-program-here'] }
  const rows = await runGates([
    printing('slow', 'one', 0, 1_000),
    printing('broken', 'two', 3),
    missing,
    printing('last', 'three'),
  ]).finally(() => write.mockRestore())
  expect(rows.map(({ name, passed, failed }) => [name, passed, failed])).toEqual([
    ['slow', 1, 0],
    ['broken', 0, 1],
    ['missing', 0, 1],
    ['last', 1, 0],
  ])
  expect(rows.map(({ failures }) => failures)).toEqual(['', '✗ broken\ntwo', '✗ missing\n', ''])
  // A gate's output is printed in one piece before its name, even with gates in parallel.
  for (const piece of ['one\n── slow: passed', 'two\n── broken: failed', 'three\n── last: passed']) expect(output.join('')).toContain(piece)
})

it('repeats the warning of a passed gate in its row', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(console, 'log').mockReturnValue()
  const rows = await runGates([printing('size', '151 kB\nwarning: 1 kB over')]).finally(() => vi.restoreAllMocks())
  expect(rows).toMatchObject([{ passed: 1, failed: 0, note: '1 kB over' }])
})
