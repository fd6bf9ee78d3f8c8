import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RpcRequestError } from 'viem'
import { getHttpRpcClient } from 'viem/utils'
import { spawnSupervised, stopSupervised } from '../../platform/supervised-child.ts'
import { makeFolder } from '../../start-files.ts'
import { noteProcess } from './node-note.ts'
import { ChainTrouble } from './node-requests.ts'

export type RpcAnswer = {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined
}

export type AnvilProcess = {
  readonly pid: number
  readonly url: string
  readonly ask: (method: string, params?: readonly unknown[]) => Promise<RpcAnswer>
  readonly request: (method: string, params?: readonly unknown[]) => Promise<unknown>
  readonly gone: Promise<unknown>
  readonly isGone: () => boolean
  readonly stop: () => Promise<void>
}

type Options = {
  readonly folder: string
  readonly chainId: number
  readonly takePort?: () => Promise<number>
}

/** Another process may take the free port before the start; then the next one is tried. */
const MOST_PORTS = 5
const PORT_TAKEN = /address already in use/i

const LOG = 'node.log'
const READY_WITHIN_MS = 20_000
const POLL_MS = 5
const STOP_WITHIN_MS = 3_000
const REQUEST_TIMEOUT_MS = 30_000
/** A dump of a long-lived chain is large; viem's own limit is 10 MB. */
const MAX_ANSWER_BYTES = 1 << 30
/** Blocks with queryable state; older history is blocks, transactions and receipts only. */
const STATES_KEPT = '64'

/** Free loopback port, no publicly known dev accounts, no CORS; mines one block per transaction. @throws ChainTrouble */
export async function startAnvil({ folder, chainId, takePort = freePort }: Options): Promise<AnvilProcess> {
  if (process.platform === 'win32') throw new ChainTrouble('the local chain needs Linux or macOS: set CHAIN_RPC_URL')
  const binary = anvilBinary()
  const cache = join(folder, 'cache')
  makeFolder(cache, 0o700)
  const nature = `--chain-id ${chainId} --accounts 0 --no-cors --quiet --no-request-size-limit --prune-history ${STATES_KEPT}`.split(' ')
  for (let tried = 1; tried <= MOST_PORTS; tried += 1) {
    const port = await takePort()
    const place = `--host 127.0.0.1 --port ${port} --cache-path`.split(' ')
    const node = handleOf(launch(folder, [binary, ...nature, ...place, cache]), `http://127.0.0.1:${port}`)
    if (await isReady(node, chainId)) {
      noteProcess(folder, node.pid, port)
      return node
    }
    await node.stop()
    if (!PORT_TAKEN.test(readFileSync(join(folder, LOG), 'utf8'))) break
  }
  throw new ChainTrouble('the local chain did not start: its log is node.log in DATA_DIR/chain')
}

/** Minimal environment: Foundry settings must not change the chain. */
function launch(folder: string, command: readonly string[]): ChildProcess {
  const log = openSync(join(folder, LOG), 'w', 0o600)
  try {
    return spawnSupervised('aerie-chain', command, {
      output: log,
      cwd: folder,
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: folder },
    })
  } finally {
    closeSync(log)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new ChainTrouble('no port is free on 127.0.0.1')
  return address.port
}

function handleOf(child: ChildProcess, url: string): AnvilProcess {
  const client = getHttpRpcClient(url, { timeout: REQUEST_TIMEOUT_MS })
  let isGone = false
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      isGone = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  const ask = async (method: string, params: readonly unknown[] = []): Promise<RpcAnswer> =>
    client.request({ body: { method, params }, maxResponseBodySize: MAX_ANSWER_BYTES })
  return {
    pid: child.pid ?? 0,
    url,
    ask,
    request: async (method, params = []) => {
      const { error, result } = await ask(method, params)
      if (error !== undefined) throw new RpcRequestError({ body: { method, params }, error, url })
      return result
    },
    gone,
    isGone: () => isGone,
    stop: async () => {
      stopSupervised(child)
      const late = setTimeout(() => killSession(child), STOP_WITHIN_MS)
      await gone
      clearTimeout(late)
    },
  }
}

/** The shell leads its own process group; the negative id signals the node too. */
function killSession({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}

/** Checks the chain id. Another process on the port may never respond, so the node's exit counts too. */
async function isReady(node: AnvilProcess, chainId: number): Promise<boolean> {
  for (let waited = 0; waited < READY_WITHIN_MS && !node.isGone(); waited += POLL_MS) {
    const answer = await Promise.race([node.ask('eth_chainId').catch(() => undefined), node.gone.then(() => undefined)])
    if (answer !== undefined) return Number(answer.result) === chainId && !node.isGone()
    await sleep(POLL_MS)
  }
  return false
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The binary, not npm's wrapper: killing the wrapper would leave the node running. @throws ChainTrouble */
function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  try {
    const require = createRequire(import.meta.url)
    return createRequire(require.resolve('@foundry-rs/anvil/package.json')).resolve(`${name}/bin/anvil`)
  } catch (error) {
    throw new ChainTrouble(`there is no packaged chain for this machine (${name}): run npm install, or set CHAIN_RPC_URL`, { cause: error })
  }
}
