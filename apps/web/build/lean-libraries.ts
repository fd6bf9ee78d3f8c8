import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'

/**
 * The versions that the files below were read in. Another one stops the build: read the files of the new version, change what is
 * written here where they differ, and name it.
 */
const VERSIONS: Readonly<Record<string, string>> = {
  'engine.io-client': '6.6.8',
  'engine.io-parser': '5.2.3',
  'socket.io-parser': '4.2.7',
  'react-router': '8.5.1',
  'lucide-react': '1.75.0',
  klinecharts: '10.0.2',
}

/**
 * Files of libraries that the production build replaces, because all but a little of them is never used here
 *: 4 kB of the first load after brotli.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  // Sockets here are websockets only (SPEC.md section 7): no polling, no WebTransport.
  'engine.io-client/build/esm/transports/index.js': "import { WS } from './websocket.js'\nexport const transports = { websocket: WS }\n",
  'engine.io-client/build/esm/transports/polling-xhr.js': 'export class BaseXHR {}\nexport class XHR {}\nexport class Request {}\n',
  // Every message here is text: what is binary is an error, or is left to the schemas to refuse.
  'engine.io-parser/build/esm/encodePacket.browser.js': `
    import { PACKET_TYPES } from './commons.js'
    export const encodePacket = ({ type, data }, _binary, give) => give(PACKET_TYPES[type] + (data || ''))
    export const encodePacketToBinary = () => undefined`,
  'engine.io-parser/build/esm/decodePacket.browser.js': `
    import { ERROR_PACKET, PACKET_TYPES_REVERSE } from './commons.js'
    export const decodePacket = (packet) => {
      const type = typeof packet === 'string' ? PACKET_TYPES_REVERSE[packet.charAt(0)] : undefined
      if (!type) return ERROR_PACKET
      return packet.length > 1 ? { type, data: packet.substring(1) } : { type }
    }`,
  'socket.io-parser/build/esm/binary.js':
    'export const deconstructPacket = (packet) => ({ packet, buffers: [] })\nexport const reconstructPacket = (packet) => packet\n',
  'socket.io-parser/build/esm/is-binary.js': 'export const isBinary = () => false\nexport const hasBinary = () => false\n',
  // Written before browsers had URL. Its hosts have no brackets around IPv6.
  'engine.io-client/build/esm/contrib/parseuri.js': `
    export const parse = (text) => {
      const { protocol, hostname, port, pathname, search } = new URL(text)
      return { protocol: protocol.slice(0, -1), host: hostname.replace(/^\\[|\\]$/g, ''), port, path: pathname, query: search.slice(1) }
    }`,
  // Errors here are thrown in the browser: none is a redirect or an answer that a server component has encoded.
  'react-router/dist/production/lib/errors.js':
    'export const decodeRedirectErrorDigest = () => undefined\nexport const decodeRouteErrorResponseDigest = () => undefined\n',
  // Icons here have a size, a stroke and a class: no context, no absolute stroke widths, no aliases as class names.
  'lucide-react/dist/esm/createLucideIcon.mjs': `
    import { createElement } from 'react'
    export default ({ node }) => ({ size = 24, strokeWidth = 2, ...rest }) =>
      createElement('svg', { xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor',
        strokeWidth, strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true, ...rest },
        node.map(([tag, attributes]) => createElement(tag, attributes)))`,
}

/** What an assertion of React Router says to whoever writes routes: this build asserts the same and says nothing, the one of the tests does. */
const SENTENCES = [/\b(invariant|warning)\((.+?), (?:`[^\n]*`|"[^\n]*")\);/g, '$1($2);'] as const

/** A view of the chart that shows nothing. */
const EMPTY_VIEW = 'Object.assign(new View(this), { drawImp: function () {} })'
/**
 * Files in which the production build changes single places: what they name is then used by nothing and left out
 *: 11 kB of the chart after brotli, 1 kB of the first load.
 */
const CUTS: Readonly<Record<string, ReadonlyArray<readonly [find: RegExp, put: string]>>> = {
  // The way from polling to websockets: there is one transport, and the server names no better one.
  'engine.io-client/build/esm/socket.js': [[/ {4}_probe\(name\) \{[\s\S]*?\n {4}\}\n/, '']],
  // What is sent into a connection that the server is closing is lost; the browser would say so in the user's console as well.
  'engine.io-client/build/esm/transports/websocket.js': [
    [/(doWrite\(_packet, data\) \{\n +)(?=this\.ws\.send\(data\))/, '$1if (this.ws.readyState === 1) '],
  ],
  // The page of an error in a route's loader: routes here load nothing, and their errors are caught by boundaries of ours.
  'react-router/dist/production/lib/hooks.js': [
    [/(function DefaultErrorComponent\(\) \{)[\s\S]*?\n\}\n/, '$1}\n'],
    [/return dataRouterState && (?=\(match\.route\.ErrorBoundary)/, 'return false && '],
    SENTENCES,
    [/(const navigateEffectWarning = )"[^"]*"/, '$1""'],
  ],
  'react-router/dist/production/lib/components.js': [SENTENCES],
  'react-router/dist/production/lib/dom/lib.js': [SENTENCES],
  // Without its words a warning would be "undefined" in the user's console: a broken address in a link is enough for one.
  'react-router/dist/production/lib/router/history.js': [[/(function warning\(cond, message\) \{)[\s\S]*?\n\}\n/, '$1}\n']],
  'react-router/dist/production/lib/router/utils.js': [
    SENTENCES,
    [/(function getInvalidPathError\([^)]*\) \{\n)[^\n]*\n/, '$1return ""\n'],
  ],
  'klinecharts/dist/index.esm.js': [
    // What is not called has no effect: without the note, no class can be left out.
    [/\/\*\* @class \*\//g, '/* @__PURE__ */'],
    // Indicators (ours take their place), drawing tools (ours too), shapes that neither of them uses.
    [/var extensions\$2 = \[[^\]]*\]/, 'var extensions$2 = []'],
    [/var extensions = \[fibonacciLine[^\]]*\]/, 'var extensions = []'],
    [/var extensions\$1 = \[circle, line, polygon, rect, text, arc, path\]/, 'var extensions$1 = [circle, line, polygon, rect, text]'],
    // Words over the panes, which are text of the page here; buttons at the crosshair; prices as an area.
    [/return new CandleTooltipView\(this\)/, `return ${EMPTY_VIEW}`],
    [/return new IndicatorTooltipView\(this\)/, `return ${EMPTY_VIEW}`],
    [/new CrosshairFeatureView\(_this\)/, EMPTY_VIEW.replace('this', '_this')],
    [/new CandleAreaView\(_this\)/, '{ draw: function () {}, stopAnimation: function () {} }'],
  ],
}
const FILES = new RegExp(`node_modules/(${[...Object.keys(STAND_INS), ...Object.keys(CUTS)].join('|').replaceAll('.', '\\.')})$`)

/** `code` of a library without what is not used here; null where the places to change are not there. */
function withoutUnused(file: string, code: string): string | null {
  const cuts = CUTS[file]
  if (cuts === undefined) return STAND_INS[file] ?? null
  return cuts.every(([find]) => code.search(find) >= 0) ? cuts.reduce((text, [find, put]) => text.replace(find, put), code) : null
}

const manifest = z.object({ version: z.string() })

/** What is wrong with replacing `file` of the library in `folder`; undefined where its version is the one it was written for. */
export function versionProblem(file: string, folder: string): string | undefined {
  const [library = ''] = file.split('/')
  const { version } = z.parse(manifest, JSON.parse(readFileSync(`${folder}/${library}/package.json`, 'utf8')))
  const known = VERSIONS[library]
  return version === known ? undefined : `${library} is ${version}, and build/lean-libraries.ts was written for ${known}: compare ${file}`
}

/** Puts the stand-ins and cuts in. Another version of a library, or one that is laid out differently, stops the build. */
export const leanLibraries = (): Plugin => {
  const left = new Set([...Object.keys(STAND_INS), ...Object.keys(CUTS)])
  return {
    name: 'aerie-lean-libraries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: FILES },
      handler(code, id) {
        const file = FILES.exec(id)?.[1] ?? ''
        const problem = versionProblem(file, id.slice(0, -file.length - 1))
        if (problem !== undefined) this.error(problem)
        const lean = withoutUnused(file, code)
        if (lean === null) return null
        left.delete(file)
        return { code: lean, map: null }
      },
    },
    buildEnd(error) {
      if (!error && left.size > 0) this.error(`a library has changed: no ${[...left].join(', ')} (build/lean-libraries.ts)`)
    },
  }
}
