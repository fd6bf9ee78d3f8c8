import { expect, it } from 'vitest'
import { handedOver } from './handed-over.ts'

it('transfers only a buffer that contains the bytes and nothing else', () => {
  const whole = new Uint8Array(9)
  expect(handedOver(whole)).toEqual([whole.buffer])
  expect(handedOver(whole.subarray(1))).toEqual([])
  expect(handedOver(Buffer.from('in the pool of all small buffers'))).toEqual([])
  expect(handedOver(new Uint8Array(new SharedArrayBuffer(9)))).toEqual([])
  expect(handedOver(null)).toEqual([])
})
