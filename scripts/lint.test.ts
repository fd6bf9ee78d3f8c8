import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from './run-step.mjs'
import { workspaceCopy } from './workspace-copy.mjs'

const copy = workspaceCopy()
afterAll(copy.remove)

const lint = (tool: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules', '.bin', tool), args, { cwd: copy.root, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
const oxlint = (file: string, text: string) => {
  copy.plant(file, text)
  return lint('oxlint', ['--type-aware', '--deny-warnings', file])
}
const biome = (file: string, text: string) => {
  copy.plant(file, text)
  return lint('biome', ['ci', '--vcs-enabled=false', file])
}
const lines = (count: number, line: string) => Array.from({ length: count }, (_, i) => line.replaceAll('#', String(i))).join('\n')

describe('oxlint', () => {
  it.each([
    ['no-floating-promises', 'export const f = async () => 1\nf()\n'],
    ['no-misused-promises', 'export const f = async () => true\nexport const g = () => {\n  if (f()) return 1\n  return 2\n}\n'],
    ['no-default-export', 'export default 1\n'],
  ])('refuses a planted violation of %s', (rule, text) => {
    const { status, output } = oxlint('packages/core/src/planted-lint.ts', text)
    expect(output).toContain(rule)
    expect(status).not.toBe(0)
  })

  it('accepts the same file without a violation', () =>
    expect(oxlint('packages/core/src/planted-lint.ts', 'export const a = 1\n')).toMatchObject({ status: 0 }))
})

describe('biome', () => {
  it.each([
    ['format', 'export const a = "double"\n'],
    ['noEnum', 'export enum Side {\n  Buy,\n}\n'],
    ['noEmptyBlockStatements', 'export const f = () => {\n  try {\n    return 1\n  } catch {}\n}\n'],
    ['noExplicitAny', 'export const f = (a: any) => a\n'],
    ['noExcessiveCognitiveComplexity', `export function f(n: number) {\n${lines(21, '  if (n === #) return #')}\n  return n\n}\n`],
  ])('refuses a planted violation of %s', (rule, text) => {
    const { status, output } = biome('packages/core/src/planted-style.ts', text)
    expect(output).toContain(rule)
    expect(status).not.toBe(0)
  })

  it('accepts the same file without a violation', () =>
    expect(biome('packages/core/src/planted-style.ts', 'export const a = 1\n')).toMatchObject({ status: 0 }))
})
