import { afterEach, expect, it } from 'vitest'
import { ImportThread } from './import-thread.ts'

const stuck = new URL('data:text/javascript,setInterval(() => {}, 1000)')
let thread: ImportThread | undefined
afterEach(() => thread?.end())

it('terminates a thread that does not respond, and suggests what to do', async () => {
  thread = new ImportThread('user-1', { file: stuck, mostMs: 5 })
  const asked = thread.ask('entries', { kind: 'entries' })
  await expect(asked).rejects.toMatchObject({ detail: expect.stringContaining('took too long') })
})
