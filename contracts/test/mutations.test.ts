import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { forgeBinary, forgeEnvironment, ROOT } from '../forge.mjs'
import { MUTATIONS } from '../mutation-list.mjs'

const sourceOf = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')

it('can still apply every listed mutation', () => expect(MUTATIONS.filter(({ file, find }) => !sourceOf(file).includes(find))).toEqual([]))

it('is formatted with forge fmt', () => {
  const args = ['fmt', '--check', '--root', ROOT, 'contracts/src', 'contracts/test']
  const { stdout, status } = spawnSync(forgeBinary(), args, { cwd: ROOT, env: forgeEnvironment(), encoding: 'utf8' })
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
})
