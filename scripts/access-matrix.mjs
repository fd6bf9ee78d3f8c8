// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import {
  GUEST_NAMESPACES,
  OUTSIDERS,
  PEOPLE,
  ROUTE_ACCESS,
  SOCKET_ACCESS,
  tokenVerdictOf,
  verdictOf,
} from '../apps/server/test/access-rows.ts'
import { TOKEN_SCOPES } from '../packages/wire/src/account/account-tokens.ts'
import { isMain } from './run-step.mjs'

/**
 * The page docs/security/access-matrix.md, made from the rows that `access-matrix.int.test.ts` holds the server to: `node
 * scripts/access-matrix.mjs` writes it. With `--check` it writes nothing and fails where the page is not what the rows give.
 */

const PAGE = 'docs/security/access-matrix.md'
const SIGN = { yes: 'yes', 401: '401', 403: '403' }

/** @param {readonly (readonly string[])[]} rows the first is the head @returns {string} columns as wide as their widest cell */
function table(rows) {
  const widths = rows[0]?.map((_head, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (/** @type {readonly string[]} */ row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** @returns {string[][]} one row a route: who may call it */
function routeRows() {
  const head = ['route', 'needs', ...OUTSIDERS, ...PEOPLE, ...TOKEN_SCOPES]
  const rows = Object.entries(ROUTE_ACCESS).map(([route, access]) => [
    `\`${route}\``,
    access,
    ...[...OUTSIDERS, ...PEOPLE].map((person) => SIGN[verdictOf(access, person)]),
    ...TOKEN_SCOPES.map((scope) => SIGN[tokenVerdictOf(access, scope)]),
  ])
  return [head, ...rows]
}

/** @returns {string[][]} one row a command of a socket */
function socketRows() {
  const rows = Object.entries(SOCKET_ACCESS).flatMap(([namespace, commands]) => {
    const guest = GUEST_NAMESPACES.includes(namespace) ? 'yes' : 'no'
    const named = Object.entries(commands).map(([command, access]) => [
      `\`${namespace}\` \`${command}\``,
      guest,
      access === 'public' ? guest : 'no',
      'yes',
      'no',
    ])
    return named.length > 0 ? named : [[`\`${namespace}\` (listens only)`, guest, guest, 'yes', 'no']]
  })
  return [['command', 'guest enters', 'guest', 'session', 'API token'], ...rows]
}

/** The whole page. */
export const accessPage = () => `# Who may call what

Written by \`node scripts/access-matrix.mjs\` from \`apps/server/test/access-rows.ts\`; \`apps/server/src/access-matrix.int.test.ts\` asks the
server every route as each of these, and fails where a route of the OpenAPI document or a command of a socket has no row.

\`yes\`: the guard lets the call through; what the call itself says of its input is another matter. 401: no good token. 403: not with this
token. What is needed: \`public\` nothing; \`cookie\` the refresh cookie; \`leaving\` the session that ends by it; \`session\` a login; \`proven\` a login, and a proof of who is
there within ten minutes (else 403 \`reauthentication_required\`); a scope: a login, or an API token with that scope. Levels (IPC, gold, VIP)
change limits and never routes. Whatever names something by its id answers another user as if it did not exist (404).

## HTTP

${table(routeRows())}

## Sockets

A socket is let in by the token of a session. A guest's \`wallet_connect\` and \`wallet_disconnect\` carry a token of their own.

${table(socketRows())}
`

if (isMain(import.meta.url)) {
  const isStale = readFileSync(PAGE, { encoding: 'utf8', flag: 'a+' }) !== accessPage()
  if (!process.argv.includes('--check')) writeFileSync(PAGE, accessPage())
  else if (isStale) process.exitCode = 1
  console.log(
    isStale && process.exitCode === 1
      ? `${PAGE} is stale: node scripts/access-matrix.mjs`
      : `access matrix: ${routeRows().length - 1} routes`,
  )
}
