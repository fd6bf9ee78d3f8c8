import { expect, it } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

const lists = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
const objects = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

it.each([
  [3, lists(3), false],
  [3, lists(4), true],
  [3, objects(3), false],
  [3, objects(4), true],
  [0, 'text', false],
  [0, null, false],
  [1, [1, [2], 3], true],
  [64, lists(200_000), true],
])('knows what is nested more than %i deep (case %#)', (most, value, isDeeper) => expect(isDeeperThan(most, value)).toBe(isDeeper))
