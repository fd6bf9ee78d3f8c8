import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { systemClock } from '@aerie/core/time'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { forecast } from '../src/areas/forecast/index.ts'
import { market } from '../src/areas/market/index.ts'
import { parseConfig } from '../src/config.ts'
import { loggerOptions } from '../src/platform/http/request-log.ts'
import { testDatabase } from './database.ts'
import { recordInjected } from './documented-answers.ts'

export const HOME_HTML = '<!doctype html><html><head><title>Home</title></head><body><div id="root">drawn</div></body></html>'
export const APP_HTML = '<!doctype html><html><head><title>App</title></head><body><div id="root"></div></body></html>'
const SCRIPT = `console.log('${'x'.repeat(2_000)}')`

function webBuild(): string {
  const root = mkdtempSync(join(tmpdir(), 'aerie-web-'))
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), HOME_HTML)
  writeFileSync(join(root, 'app.html'), APP_HTML)
  writeFileSync(join(root, 'assets/main-abc123.js'), SCRIPT)
  writeFileSync(join(root, 'assets/main-abc123.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(root, 'assets/signer-worker-abc123.js'), SCRIPT)
  writeFileSync(join(root, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return root
}

/** The whole app over its own database and a small web build. Does not listen or run a market until asked. */
export async function testApp(env: Readonly<Record<string, string>> = {}, more: { readonly openWaitMs?: number } = {}) {
  const database = await testDatabase()
  const logged: string[] = []
  const webRoot = webBuild()
  const dataDir = mkdtempSync(join(tmpdir(), 'aerie-data-'))
  const config = parseConfig({ MARKET_SOURCE: 'sim', PORT: '0', LOG_LEVEL: 'debug', DATA_DIR: dataDir, ...env })
  const logger = pino(loggerOptions(config.LOG_LEVEL), { write: (line: string) => void logged.push(line) })
  const aerie = await buildApp({
    config,
    secretKey: Buffer.alloc(32, 7),
    db: database.db,
    clock: systemClock,
    logger,
    version: '0.0.0-test',
    webRoot,
    ...more,
  })
  const checkAnswers = recordInjected(aerie.app)
  return {
    ...aerie,
    market: aerie.apiOf(market).service,
    forecasts: aerie.apiOf(forecast).service,
    fromNow: aerie.apiOf(forecast).fromNow,
    database,
    logged,
    close: async () => {
      checkAnswers()
      await aerie.close()
      await database.close()
      for (const folder of [webRoot, dataDir]) rmSync(folder, { recursive: true })
    },
  }
}
