import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { epochMs, systemClock } from '@aerie/core/time'
import { pino } from 'pino'
import { accountsModule } from '../src/areas/account/index.ts'
import { chainModule } from '../src/areas/membership/chain/chain-module.ts'
import type { ChainChange } from '../src/areas/membership/indexer/chain-indexer.ts'
import { parseConfig } from '../src/config.ts'
import { readNote } from '../src/ops/chain-node/node-note.ts'
import { users, wallets } from '../src/platform/db/schema/accounts.ts'
import { openDuties } from '../src/platform/duties/duty.ts'
import { createHealthRegistry } from '../src/platform/health/health-registry.ts'
import { testDatabase } from './database.ts'
import { testApp } from './test-app.ts'

/** The chain module with its routes, over its own database and DATA_DIR; one user has one linked wallet. Not started. */
export async function chainApp(linkedWallet: string) {
  const database = await testDatabase()
  const dataDir = mkdtempSync('/tmp/aerie-chain-module-')
  const userId = randomUUID()
  const at = new Date()
  const person = { passwordHash: '', firstName: 'A', lastName: 'B', createdAt: at, updatedAt: at }
  await database.db.insert(users).values({ id: userId, email: 'ada@example.com', ...person })
  await database.db.insert(wallets).values({ userId, address: linkedWallet.toLowerCase(), linkedAt: at })
  const time: { offset: number; frozenAt: number | undefined } = { offset: 0, frozenAt: undefined }
  const clock = { now: () => epochMs((time.frozenAt ?? systemClock.now()) + time.offset) }
  const health = createHealthRegistry([])
  const logger = pino({ level: 'silent' })
  const changes: ChainChange[] = []
  const duties = openDuties({ pool: database.db.$client })
  const { isWalletLinked, linkedAmong } = accountsModule({
    db: database.db,
    duties,
    clock,
    logger,
    queueMail: async () => undefined,
    secretKey: Buffer.alloc(32, 7),
    publicUrl: undefined,
  })
  const config = parseConfig({ DATA_DIR: dataDir })
  const { app } = testApp()
  const chain = chainModule({ config, db: database.db, duties, clock, logger, health, isWalletLinked, linkedAmong })
  chain.onChange((change) => void changes.push(change))
  await app.register(chain.routes)
  return {
    app,
    chain,
    changes,
    time,
    token: `Bearer a.${userId}.c`,
    health: () => health.parts()[0]?.health,
    /** SIGKILL to the chain's process, as from the OOM killer. */
    killChain: () => void process.kill(-(readNote(join(dataDir, 'chain'))?.pid ?? 0), 'SIGKILL'),
    close: async () => {
      await chain.stop()
      await app.close()
      await database.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
