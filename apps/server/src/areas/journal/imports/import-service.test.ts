import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { epochMs } from '@aerie/core/time'
import { expect, it } from 'vitest'
import type { Database } from '../../../platform/db/client.ts'
import { importService } from './import-service.ts'

it('lets a user retry after a thread could not be created', async () => {
  const service = importService({
    db: {} as Database,
    folder: mkdtempSync(join(tmpdir(), 'aerie-uploads-')),
    clock: { now: () => epochMs(0) },
    makeThread: () => {
      throw new Error('no thread')
    },
  })
  for (const _time of [1, 2]) await expect(service.create('user-1', Readable.from([]), { name: 'a.csv' })).rejects.toThrow('no thread')
  expect(service.progress('user-1')).toBeNull()
})
