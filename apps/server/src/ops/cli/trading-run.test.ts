import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunFault } from '@aerie/trading/run/run'
import { afterAll, describe, expect, it } from 'vitest'
import { runTrading } from './main.ts'
import { CommandFailure } from './usage.ts'

const folder = mkdtempSync(join(tmpdir(), 'aerie-trading-'))
afterAll(() => rmSync(folder, { recursive: true }))

const STAGE = '{"instruments":[{"symbol":"X","tick":"0.001","lot":"0.001","max_leverage":20}],"deposit":"10000"}'

async function linesOf(text: string): Promise<string[]> {
  const file = join(folder, 'run.jsonl')
  writeFileSync(file, text)
  const lines: string[] = []
  await runTrading([file], (line) => lines.push(line))
  return lines
}

describe('trading run', () => {
  it('prints each event and finally the closing state, with any line ending', async () => {
    const lines = await linesOf(`${STAGE}\r\n\r\n{"t":1}\r\n`)
    expect(lines.map((line) => Object.keys(Object(JSON.parse(line))))).toEqual([expect.arrayContaining(['event']), ['final']])
  })

  it('names the line that it cannot read', async () => {
    await expect(linesOf(`${STAGE}\n{"t":1}\n{"t":"soon"}`)).rejects.toThrow(/^line 3: t:/)
    await expect(linesOf('')).rejects.toBeInstanceOf(RunFault)
  })

  it('treats U+2028 and U+2029 as text, like JSON', async () => {
    await expect(linesOf(`${STAGE}\n{"t":1,"note":"a\u2028b\u2029c"}\n{"t":"soon"}`)).rejects.toThrow(/^line 3: t:/)
  })

  it('rejects a line that is too long, and reads one of the maximum length', async () => {
    const line = (length: number) => `{"t":1}${' '.repeat(length - 7)}`
    expect(await linesOf(`${STAGE}\r\n${line(4_000_000)}\r\n`)).toHaveLength(2)
    await expect(linesOf(`${STAGE}\n${line(4_000_001)}\n`)).rejects.toThrow('A line is longer than 4,000,000 characters.')
  })

  it('reports a missing or unspecified file', async () => {
    await expect(runTrading([join(folder, 'nothing.jsonl')], () => undefined)).rejects.toThrow('cannot be read')
    await expect(runTrading([], () => undefined)).rejects.toBeInstanceOf(CommandFailure)
  })
})
