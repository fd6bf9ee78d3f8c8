import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@aerie/core/time'
import { ideaNotice } from '@aerie/wire/idea-news'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { MarketService } from '../src/areas/market/service.ts'
import { dueIdeas } from '../src/areas/social/idea-scores.ts'
import { socialModule } from '../src/areas/social/index.ts'
import { chainNumberOf } from '../src/areas/social/social-market.ts'
import { openDatabase } from '../src/platform/db/client.ts'
import { openDuties } from '../src/platform/duties/duty.ts'
import { candlesOf, scriptedSource, T0, tickOf } from './scripted-source.ts'

/** Scores due ideas and prints each one reported to an author. With MOST, waits to be killed after that many. */
const { DATABASE = '', MOST = 'Infinity' } = process.env
/** Longer than any test, but finite in case nothing kills it. */
const LONG_MS = 600_000
let reportedCount = 0
const { db } = await openDatabase(DATABASE)
const logger = pino({ level: 'silent' })
const script = scriptedSource({
  id: 'sim:kill',
  history: (request) => (request.interval === '1m' ? candlesOf(request, (time) => 100 + ((time / 60) % 7) - 3) : []),
})
const coins = [{ symbol: 'BTC', name: 'BTC', logo: '', color: '#112233', industries: [] }]
const market = new MarketService({ makeSource: () => script.source, coins, pool: db.$client, logger })
const social = socialModule({
  config: { PAPER_FEES: 'hyperliquid-0' },
  db,
  duties: openDuties({ pool: db.$client }),
  clock: systemClock,
  logger,
  market,
  notify: (_userId, notice) => {
    if (notice.kind !== 'idea') return
    process.stdout.write(`${z.parse(ideaNotice, notice.data).news?.idea}\n`)
    reportedCount += 1
  },
})
script.setNow(T0)
await market.start()
await market.settled()
script.emit().ticks([tickOf('BTC', 100)])
const chain = await chainNumberOf(db, 'sim:kill')
while ((await dueIdeas(db, { chain, now: T0, limit: 1 })).length > 0) {
  await social.look()
  if (reportedCount >= Number(MOST)) await sleep(LONG_MS)
}
process.exit(0)
