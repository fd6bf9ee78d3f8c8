import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@aerie/core/time'
import { pino } from 'pino'
import { deliveriesModule } from '../src/areas/alerts/deliveries/deliveries-module.ts'
import { alertsModule } from '../src/areas/alerts/index.ts'
import { MarketService } from '../src/areas/market/service.ts'
import { parseConfig } from '../src/config.ts'
import { openDatabase } from '../src/platform/db/client.ts'
import { openDuties } from '../src/platform/duties/duty.ts'
import { createHealthRegistry } from '../src/platform/health/health-registry.ts'
import { NO_SOURCES } from './no-alert-sources.ts'
import { scriptedSource, tickOf } from './scripted-source.ts'
import { testBus } from './test-bus.ts'

/** Judges alerts while BTC rises by 1 every other ms from START to END; prints each price first, exits once all are delivered. */
const { DATABASE = '', START = '0', END = '0' } = process.env
const { db } = await openDatabase(DATABASE)
const logger = pino({ level: 'silent' })
const script = scriptedSource({ id: 'sim:kill' })
const coins = [{ symbol: 'BTC', name: 'BTC', logo: '', color: '#112233', industries: [] }]
const market = new MarketService({ makeSource: () => script.source, coins, pool: db.$client, logger })
const shared = { db, duties: openDuties({ pool: db.$client }), clock: systemClock, logger, notify: () => undefined }
const config = parseConfig({ WEBHOOK_ALLOW_PRIVATE: 'on' })
const mail = { queue: async () => undefined, onGivenUp: () => undefined }
const deliveries = deliveriesModule({ ...shared, config, secretKey: Buffer.alloc(32, 7), mail })
const alerts = alertsModule({
  ...shared,
  bus: testBus(),
  health: createHealthRegistry([]),
  market,
  sources: NO_SOURCES,
  onTradingOpened: () => () => undefined,
  deliveries,
})
script.setNow(Date.now())
await market.start()
let price = Number(START)
const emitTick = (): void => {
  process.stdout.write(`${price}\n`)
  script.setNow(Date.now())
  script.emit().ticks([tickOf('BTC', price, Date.now())])
}
script.emit().ticks([tickOf('BTC', price, Date.now())])
deliveries.start()
await alerts.start?.()
while (alerts.watch() === undefined) await sleep(2)
while (price < Number(END)) {
  emitTick()
  price += 1
  await sleep(2)
}
await alerts.watch()?.idle()
for (;;) {
  const { rows } = await db.$client.query<{ n: number }>("select count(*)::int as n from deliveries where state = 'waiting'")
  if (rows[0]?.n === 0) break
  await sleep(50)
}
process.exit(0)
