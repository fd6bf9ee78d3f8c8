import type { OperatorLogRow, OperatorSession } from '../../areas/account/index.ts'
import type { ReportedText } from '../../areas/social/index.ts'
import type { OperatorParameters } from '../../platform/db/schema/operator-log.ts'
import type { ListedNode } from '../../platform/duties/nodes.ts'

type Form = { readonly isJson: boolean }

export function sessionTable(sessions: readonly OperatorSession[], { isJson }: Form): string {
  if (isJson) return jsonOf(sessions)
  const rows = sessions.map(({ id, device, place, created_at, last_seen_at }) => [
    id,
    [device.browser, device.system].filter((known) => known !== null).join(' on ') || '-',
    [place.kind, place.network].filter((known) => known !== null).join(' '),
    minuteOf(created_at),
    minuteOf(last_seen_at),
  ])
  return textTable(['ID', 'DEVICE', 'PLACE', 'OPENED (UTC)', 'LAST SEEN (UTC)'], rows)
}

export function logTable(rows: readonly OperatorLogRow[], { isJson }: Form): string {
  if (isJson) return jsonOf(rows.map(logEntry))
  const cells = rows.map(({ at, systemUser, byName, command, userEmail, parameters }) => [
    at.toISOString(),
    byName === null ? systemUser : `${systemUser} (${byName})`,
    command,
    userEmail ?? '-',
    parametersText(parameters),
  ])
  return textTable(['WHEN', 'WHO', 'COMMAND', 'USER', 'PARAMETERS'], cells)
}

export function reportTable(reports: readonly ReportedText[], { isJson }: Form): string {
  if (isJson) return jsonOf(reports)
  const rows = reports.map(({ target, kind, reports: count, reasons, email, state, text }) => [
    target,
    kind,
    String(count),
    reasons,
    email ?? '-',
    state ?? 'gone',
    JSON.stringify(cutText(text ?? '')),
  ])
  return textTable(['ID', 'KIND', 'REPORTS', 'REASONS', 'AUTHOR', 'STATE', 'TEXT'], rows)
}

export function nodeTable(nodes: readonly ListedNode[], { isJson }: Form): string {
  if (isJson)
    return jsonOf(
      nodes.map(({ startedAt, seenAt, isAlive, ...node }) => ({
        ...node,
        started_at: startedAt.toISOString(),
        seen_at: seenAt.toISOString(),
        is_alive: isAlive,
      })),
    )
  const rows = nodes.map(({ id, role, version, host, startedAt, seenAt, isAlive, duties }) => [
    id,
    role,
    version,
    visible(host),
    minuteOf(startedAt.toISOString()),
    isAlive ? 'alive' : `gone since ${minuteOf(seenAt.toISOString())}`,
    duties.join(', ') || '-',
  ])
  return textTable(['ID', 'ROLE', 'VERSION', 'HOST', 'STARTED (UTC)', 'STATE', 'DUTIES'], rows)
}

const MOST_TEXT = 80
/** Truncated to fit a line; `--json` has the full text. */
const cutText = (text: string): string => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text)

/** JSON-quoted, so that a name cannot be mistaken for another parameter. */
const parametersText = (parameters: OperatorParameters): string =>
  Object.entries(parameters)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ') || '-'

const logEntry = ({ number, at, systemUser, byName, command, userId, userEmail, parameters }: OperatorLogRow) => ({
  number,
  at: at.toISOString(),
  system_user: systemUser,
  by: byName,
  command,
  user_id: userId,
  user_email: userEmail,
  parameters,
})

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const minuteOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ')

export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(visible))
  const widths = headings.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return lines.map((row) => `${lineOf(row).trimEnd()}\n`).join('')
}

/** Replaces control and bidirectional formatting characters, which could disguise the text. */
export const visible = (cell: string): string => cell.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
