import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AlertRunFault } from '@aerie/alerts/run'
import { afterAll, describe, expect, it } from 'vitest'
import { runAlerts } from './alerts-run.ts'
import { InputFailure } from './usage.ts'

const folder = mkdtempSync(join(tmpdir(), 'aerie-alerts-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function outputOf(rules: string, prices: string): Promise<{ lines: string[]; warned: string[] }> {
  const files = { rules: join(folder, 'rules.jsonl'), prices: join(folder, 'prices.csv') }
  writeFileSync(files.rules, rules)
  writeFileSync(files.prices, prices)
  const lines: string[] = []
  const warned: string[] = []
  await runAlerts([files.rules, files.prices], { print: (line) => lines.push(line), warn: (line) => warned.push(line) })
  return { lines, warned }
}

const RULE = '{"id":"a","symbol":"BTC","kind":"price","direction":"above","level":"70000","repeat":"once","channels":["app"]}'

describe('alerts run', () => {
  it('prints each firing, and lists separately what it skips', async () => {
    const { lines, warned } = await outputOf(
      `\uFEFF${RULE}\r\n{"id":"u","kind":"unlock"}\r\n`,
      '\uFEFFtime_ms,symbol,price\r\n0,BTC,69999.5\r\n1000,BTC,70000\r\n\r\n2000,BTC,70000.5\r\n',
    )
    expect(lines).toEqual(['{"id":"a","at":"1970-01-01T00:00:02.000Z","value":"70000.5","threshold":"70000"}'])
    expect(warned).toEqual(['"u": prices alone do not decide an alert of the kind "unlock": left out.'])
  })

  it('stops at an unreadable row and names it', async () => {
    await expect(outputOf('{', '')).rejects.toBeInstanceOf(AlertRunFault)
    await expect(outputOf(RULE, '0,BTC,1\n1,BTC,x\n')).rejects.toThrow('row 2: price is no number: x')
    await expect(outputOf(RULE, '0,"BTC,1\n')).rejects.toThrow(/is no CSV/)
    await expect(outputOf(RULE, `0,${'B'.repeat(5_000)},1\n`)).rejects.toThrow(/is no CSV/)
  })

  it('reports a missing or unspecified file', async () => {
    const output = { print: () => undefined, warn: () => undefined }
    await expect(runAlerts([join(folder, 'nothing')], output)).rejects.toBeInstanceOf(InputFailure)
    await expect(runAlerts([join(folder, 'nothing'), join(folder, 'nothing')], output)).rejects.toThrow('cannot be read')
    await expect(runAlerts([join(folder, 'rules.jsonl'), join(folder, 'nothing')], output)).rejects.toThrow('cannot be read')
  })
})
