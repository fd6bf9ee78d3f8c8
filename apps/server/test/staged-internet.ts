// Loaded into a server before it starts: names mean what the test says, and public addresses are a receiver of the test.
import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net, { type Socket, type TcpNetConnectOpts } from 'node:net'

/** What each name means at the first, second, … look-up; the last stays. */
const NAMES: Record<string, string[][]> = JSON.parse(process.env.STAGED_NAMES ?? '{}')
/** Where a connection to any public address ends. */
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
const systemLookup = dns.lookup as unknown as (name: string, options: object, done: Done) => void // one of its overloads
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
const connect = Reflect.get(net.Socket.prototype, 'connect') as unknown as Connect // likewise
/** Looks up as the options say, by the server's own guard where it has one; only then the address is replaced. */
net.Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
  const [first, ...rest] = given
  const options = (Array.isArray(first) ? first[0] : first) as TcpNetConnectOpts // as `net` hands them on
  if (options?.host === undefined || NAMES[options.host] === undefined) return connect.call(this, first as object, ...rest)
  const { lookup = stagedLookup, ...others } = options
  const reach = (address: string): object => (isInside(address) ? { host: address } : { host: '127.0.0.1', port: PUBLIC_PORT })
  lookup(options.host, { all: false }, (error, address) => {
    if (error) this.destroy(error)
    else connect.call(this, { ...others, ...reach(String(address)) }, ...rest)
  })
  return this
} as typeof net.Socket.prototype.connect
