// Preloaded into a server: DNS names resolve as the test says, and public addresses lead to a test receiver.
import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net, { type Socket, type TcpNetConnectOpts } from 'node:net'

/** Addresses of each name at the first, second, … lookup; the last one repeats. */
const NAMES: Record<string, string[][]> = JSON.parse(process.env.STAGED_NAMES ?? '{}')
const PUBLIC_PORT = Number(process.env.STAGED_PUBLIC_PORT)

const looked = new Map<string, number>()
function meaningOf(name: string): LookupAddress[] | undefined {
  const answers = NAMES[name]
  if (answers === undefined) return undefined
  const at = looked.get(name) ?? 0
  looked.set(name, at + 1)
  return answers[Math.min(at, answers.length - 1)]?.map((address) => ({ address, family: net.isIP(address) }))
}

type Done = (error: Error | null, address: string | LookupAddress[], family?: number) => void
const systemLookup = dns.lookup as unknown as (name: string, options: object, done: Done) => void
const stagedLookup = (name: string, options: { readonly all?: boolean }, done: Done): void => {
  const addresses = meaningOf(name)
  if (addresses === undefined) systemLookup(name, options, done)
  else if (options.all === true) setImmediate(done, null, addresses)
  else setImmediate(done, null, addresses[0]?.address ?? '', addresses[0]?.family)
}
Object.assign(dns, { lookup: stagedLookup })
syncBuiltinESMExports()

const isInside = (address: string): boolean => /^(127\.|::1$|::ffff:|169\.254\.|10\.)/.test(address)
type Connect = (this: Socket, options: object, ...rest: unknown[]) => Socket
const connect = Reflect.get(net.Socket.prototype, 'connect') as unknown as Connect
/** Looks up as the options say, through the server's own guard if set; only then replaces the address. */
net.Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
  const [first, ...rest] = given
  const options = (Array.isArray(first) ? first[0] : first) as TcpNetConnectOpts
  if (options?.host === undefined || NAMES[options.host] === undefined) return connect.call(this, first as object, ...rest)
  const { lookup = stagedLookup, ...others } = options
  const reach = (address: string): object => (isInside(address) ? { host: address } : { host: '127.0.0.1', port: PUBLIC_PORT })
  lookup(options.host, { all: false }, (error, address) => {
    if (error) this.destroy(error)
    else connect.call(this, { ...others, ...reach(String(address)) }, ...rest)
  })
  return this
} as typeof net.Socket.prototype.connect
