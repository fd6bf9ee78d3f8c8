import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const require = createRequire(import.meta.url)
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** A chain of this test's own that mines each transaction at once; call `stop` in `afterAll`. */
export async function startAnvil(): Promise<{ url: string; stop: () => void }> {
  const platform = `${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  const binary = require.resolve(`@foundry-rs/anvil-${platform}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`)
  const child = spawn(binary, ['--port', '0', '--chain-id', '31337', '--hardfork', 'prague'], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => child.kill('SIGKILL'))
  return { url: `http://${await listeningAddress(child)}`, stop: () => child.kill('SIGKILL') }
}

function listeningAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)))
    if (child.stdout === null) return reject(new Error('anvil has no output'))
    createInterface(child.stdout).on('line', (line) => {
      const address = /Listening on (\S+)/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
}
