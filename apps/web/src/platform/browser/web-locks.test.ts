import { expect, it } from 'vitest'
import { repeating } from './web-locks.ts'

const failing = (...messages: string[]) =>
  repeating({
    request: async (_name, _options, callback) => {
      const message = messages.shift()
      if (message !== undefined) throw new Error(message)
      return callback({})
    },
  })
const NOT_RUN = "Failed to execute 'open' on 'Window': The provided callback is no longer runnable."

it('repeats a request whose callback the browser did not run', async () => {
  expect(await failing(NOT_RUN, NOT_RUN).request('name', {}, () => 'done')).toBe('done')
})

it('passes on every other error', async () => {
  await expect(failing('The request was aborted').request('name', {}, () => 'done')).rejects.toThrow('aborted')
})
