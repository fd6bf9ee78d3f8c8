import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { type Encoding, etagOf, type Representation } from '../../platform/http/representations.ts'

export type WebFile = Representation & {
  /** Names with a content hash: browsers never need to revalidate. */
  readonly isImmutable: boolean
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
}
const PACKED: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' }

export type WebFiles = { readonly find: (path: string) => WebFile | undefined }

/** Names are listed once at start, so other paths never reach the disk; contents are cached on first use. */
export function webFiles(root: string): WebFiles {
  const names = new Set(listFiles(root))
  const read = new Map<string, WebFile>()
  return {
    find: (path) => {
      const known = read.get(path)
      if (known || !names.has(path) || extname(path) in PACKED) return known
      const file = readWebFile(root, path, names)
      read.set(path, file)
      return file
    },
  }
}

function listFiles(root: string): string[] {
  if (!existsSync(root)) return []
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => `/${relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`)
}

function readWebFile(root: string, path: string, names: ReadonlySet<string>): WebFile {
  const identity = readFileSync(join(root, path))
  const packed = Object.entries(PACKED).filter(([suffix]) => names.has(path + suffix))
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: etagOf(identity),
    isImmutable: path.startsWith('/assets/'),
    bodies: { identity, ...Object.fromEntries(packed.map(([suffix, encoding]) => [encoding, readFileSync(join(root, path + suffix))])) },
  }
}
