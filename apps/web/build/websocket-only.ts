import type { Plugin } from 'vite'

/** What the two files of engine.io-client become. Its polling is imported only to be re-exported, or as a transport. */
const STAND_INS = {
  'transports/index.js': "import { WS } from './websocket.js'\nexport const transports = { websocket: WS }\n",
  'transports/polling-xhr.js': 'export class BaseXHR {}\nexport class XHR {}\nexport class Request {}\n',
}
const FILES = /engine\.io-client[\\/]build[\\/]esm[\\/](transports[\\/](?:index|polling-xhr)\.js)$/

/**
 * Sockets here are websockets (SPEC.md section 7), so Socket.IO's polling and WebTransport need not travel: 2 kB of the
 * first load after brotli. A version of engine.io-client that is laid out differently stops the build.
 */
export const websocketOnly = (): Plugin => {
  const left = new Set(Object.keys(STAND_INS))
  return {
    name: 'aerie-websocket-only',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: FILES },
      handler(_code, id) {
        const file = FILES.exec(id)?.[1]?.replace('\\', '/') as keyof typeof STAND_INS // the filter lets no other file in
        left.delete(file)
        return { code: STAND_INS[file], map: null }
      },
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`engine.io-client has changed: no ${[...left].join(', ')} (build/websocket-only.ts)`)
    },
  }
}
