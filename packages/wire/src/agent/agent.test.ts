import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { feedbackId } from './agent.ts'

const REPLY = '0b6ad4a4-0c1f-4d2b-8a3e-1111111111fe'

it("assigns each call of a reply a unique, stable id that differs from the reply's", () => {
  const ids = Array.from({ length: 256 }, (_, call) => feedbackId(REPLY, call))
  expect(new Set([...ids, REPLY]).size).toBe(257)
  expect(ids[0]).toBe('0b6ad4a4-0c1f-8d2b-8a3e-1111111111fe')
  expect(ids[1]).toBe('0b6ad4a4-0c1f-8d2b-8a3e-1111111111ff')
  expect(ids.every((id) => z.uuid().safeParse(id).success)).toBe(true)
})
