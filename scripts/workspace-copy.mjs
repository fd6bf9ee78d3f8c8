// @ts-check
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ROOT } from './run-step.mjs'

const NOT_COPIED = new Set(['node_modules', 'dist', '.tsbuild', '.git', 'data', 'coverage', '.cache', 'public'])
const COPIED = [
  'packages',
  'apps',
  'e2e',
  'bench',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'biome.json',
  '.oxlintrc.json',
  'knip.json',
]

/**
 * A copy of the sources in a temporary folder, to plant mistakes in. Dependencies are links to the real ones; the
 * workspace's own packages are the copy's.
 *
 * @returns {{ root: string, plant: (file: string, text: string) => void, remove: () => void }}
 */
export function workspaceCopy() {
  const root = mkdtempSync(join(tmpdir(), 'aerie-copy-'))
  for (const entry of COPIED.filter((one) => existsSync(join(ROOT, one)))) {
    cpSync(join(ROOT, entry), join(root, entry), { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) })
  }
  linkDependencies(root)
  return {
    root,
    plant: (file, text) => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** @param {string} root */
function linkDependencies(root) {
  const modules = join(root, 'node_modules')
  mkdirSync(join(modules, '@aerie'), { recursive: true })
  for (const entry of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '@aerie' && one !== '.cache')) {
    symlinkSync(join(ROOT, 'node_modules', entry), join(modules, entry))
  }
  for (const folder of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, folder))) {
      symlinkSync(join(root, folder, name), join(modules, '@aerie', name))
      const own = join(ROOT, folder, name, 'node_modules')
      if (existsSync(own)) symlinkSync(own, join(root, folder, name, 'node_modules'))
    }
  }
}
