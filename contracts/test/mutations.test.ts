import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { forgeBinary, forgeEnvironment, ROOT } from '../forge.mjs'
import { MUTATIONS } from '../mutation-list.mjs'

const sourceOf = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')

it('can still plant every mistake of the list', () =>
  expect(MUTATIONS.filter(({ file, find }) => !sourceOf(file).includes(find))).toEqual([]))

it('is all formatted as forge does it', () => {
  const args = ['fmt', '--check', '--root', ROOT, 'contracts/src', 'contracts/test']
  const { stdout, status } = spawnSync(forgeBinary(), args, { cwd: ROOT, env: forgeEnvironment(), encoding: 'utf8' })
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
})
