import { epochMs } from '@aerie/core/time'
import { expect, it } from 'vitest'
import type { Database } from '../../../db/client.ts'
import { importService } from './import-service.ts'

it('lets a user try again after no thread could be made', async () => {
  const service = importService({
    db: {} as Database, // not reached without a thread
    clock: { now: () => epochMs(0) },
    makeThread: () => {
      throw new Error('no thread')
    },
  })
  for (const _time of [1, 2]) await expect(service.create('user-1', Buffer.from(''), { name: 'a.csv' })).rejects.toThrow('no thread')
  expect(service.progress('user-1')).toBeNull()
})
