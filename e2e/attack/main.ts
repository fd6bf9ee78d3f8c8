import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type AerieServer, startAerie } from '../support/aerie-server.ts'
import { attackByBigAnswers } from './big-answers.ts'
import { attackByCost, openStrangers, type Strangers } from './costly-inputs.ts'
import { attackHttp } from './http-attack.ts'
import { type Options, parseOptions } from './options.ts'
import { type Attacker, signUpAll } from './people.ts'
import { attackRawHttp } from './raw-http-attack.ts'
import { readKept, readProbe } from './read-probe.ts'
import { type Phases, printReport, verdictOf } from './report.ts'
import { attackProtocol, attackSockets } from './socket-attack.ts'
import type { Stage } from './stage.ts'
import { tally } from './tally.ts'

/** Input shares. Sockets take most: events are the cheapest to send and crashed the process most often. */
const SHARES = { sockets: 0.55, http: 0.29, protocol: 0.05, malformed: 0.02, big: 0.08, costly: 0.01 } as const
/** Inputs before the first memory reading: code that runs for the first time allocates memory and keeps it. */
const WARM_UP = 3_000
const SYMBOLS = ['BTC', 'ETH', 'SOL', 'DOGE', 'XRP']
const WALLETS = ['0x000000000000000000000000000000000000dEaD', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'null']

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2))
  const folder = mkdtempSync(join(tmpdir(), 'aerie-attack-'))
  const probe = join(folder, 'probe')
  const strangers = await openStrangers()
  const server = await startAerie({
    ...strangers.env,
    ATTACK_PROBE: probe,
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('./probe.ts', import.meta.url))}`,
  })
  try {
    return await attack({ server, probe, strangers }, options)
  } finally {
    await server.remove()
    strangers.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function isAlive(server: AerieServer): boolean {
  try {
    return process.kill(server.pid(), 0)
  } catch {
    return false
  }
}

const knownValues = (people: readonly Attacker[]): Stage['known'] => ({
  symbol: SYMBOLS,
  ticker: SYMBOLS,
  symbols: [SYMBOLS, 'BTC,ETH,SOL'],
  a: SYMBOLS,
  b: SYMBOLS,
  payload: ['BTC', 'BTC 24', 'ETH 1', 'SOL 2160'],
  email: people.slice(0, 6).map(({ email }) => email),
  token: people.slice(0, 3).map(({ token }) => token),
  address: WALLETS,
  wallet: WALLETS,
  wallet_address: WALLETS,
  hours: [1, 6, 24],
  limit: [1, 1000],
  name: ['default', 'mine'],
  conversation: ['00000000-0000-4000-8000-000000000001'],
  id: ['00000000-0000-4000-8000-000000000001'],
  method: ['eth_blockNumber', 'eth_call', 'eth_getLogs', 'eth_getBalance', 'eth_estimateGas', 'eth_sendRawTransaction'],
  v: [1],
  term: [0, 1],
})

const errorText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

async function fire(stage: Stage, strangers: Strangers, inputs: number): Promise<void> {
  const parts = await Promise.allSettled([
    attackSockets(stage, inputs * SHARES.sockets),
    attackHttp(stage, inputs * SHARES.http),
    attackProtocol(stage, inputs * SHARES.protocol),
    attackRawHttp(stage, inputs * SHARES.malformed),
    attackByBigAnswers(stage, inputs * SHARES.big),
    attackByCost(stage, strangers, inputs * SHARES.costly),
  ])
  for (const part of parts)
    if (part.status === 'rejected' && isAlive(stage.server)) stage.tally.fault('the attack itself failed', errorText(part.reason))
}

type Attacked = { readonly server: AerieServer; readonly probe: string; readonly strangers: Strangers }

async function attack({ server, probe, strangers }: Attacked, { inputs, firingMs, settleMs, seed }: Options): Promise<number> {
  console.log(`attacking ${server.url} with ${inputs} inputs, seed ${seed}`)
  const began = performance.now()
  const people = await signUpAll(server)
  console.log(`${people.length} users after ${((performance.now() - began) / 1_000).toFixed(0)} s`)
  const counts = tally()
  let end = Number.POSITIVE_INFINITY
  const isOn = (): boolean => performance.now() < end && isAlive(server)
  const stage: Stage = { server, people, known: knownValues(people), tally: counts, seed, isOn }
  await fire(stage, strangers, Math.min(WARM_UP, inputs))
  const before = isAlive(server) ? await readKept(probe) : undefined
  console.log(`warm after ${((performance.now() - began) / 1_000).toFixed(0)} s; firing`)
  const started = performance.now()
  end = started + firingMs
  await fire(stage, strangers, inputs)
  const firedS = (performance.now() - started) / 1_000
  const phases = before !== undefined && isAlive(server) ? await look(probe, before, settleMs) : undefined
  const run = { tally: counts, phases, isAlive: isAlive(server), firedS, settledS: settleMs / 1_000 }
  printReport(run)
  if (!run.isAlive) console.log(`\nthe last words of the server:\n${server.log().slice(-3_000)}`)
  const verdict = verdictOf(run)
  console.log(verdict.length === 0 ? '\nattack: held' : `\nattack: NOT held\n- ${verdict.join('\n- ')}`)
  return verdict.length === 0 ? 0 : 1
}

async function look(probe: string, before: Phases['before'], settleMs: number): Promise<Phases> {
  const loop = await readProbe(probe)
  const after = await readKept(probe)
  console.log(`fired; ${settleMs / 1_000} s of quiet before the last look at the memory`)
  await pause(settleMs)
  return { before, loop, after, settled: await readKept(probe) }
}

process.exitCode = await main()
