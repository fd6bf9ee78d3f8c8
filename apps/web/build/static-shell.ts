import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, minifySync, type Plugin, runnerImport } from 'vite'
import type { HomeParts } from '../src/app/fill-home.ts'
import { afterFirstPaint } from './after-first-paint.ts'
import { treeshake } from './area-index.ts'

type Prerender = { readonly renderGuestHome: () => string; readonly renderHomeParts: () => HomeParts }

const APP = fileURLToPath(new URL('..', import.meta.url))
const ROOT = '<div id="root"></div>'
const FONT = /^assets\/inter-basic-.*\.woff2$/

/**
 * Emits `index.html` with the guest's Home prerendered in its root (header, heading, ten placeholder rows; React replaces it with identical
 * markup) and `app.html` with an empty root for every other URL. The server uses `fill-home.mjs` and `home-parts.json` to insert the first
 * rows into `index.html`.
 */
export const staticShell = (): Plugin => ({
  name: 'aerie-static-shell',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('the build made no index.html')
      const html = preloadFont(String(page.source), Object.keys(bundle))
      if (!html.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`)
      this.emitFile({ type: 'asset', fileName: 'app.html', source: html })
      const { renderGuestHome, renderHomeParts } = await prerender()
      const [shell, parts] = [renderGuestHome(), renderHomeParts()]
      page.source = afterFirstPaint(html).replace(ROOT, () => `<div id="root">${shell}</div>`)
      checkMarkup(shell, parts)
      this.emitFile({ type: 'asset', fileName: 'boot.js', source: smallBoot() })
      this.emitFile({ type: 'asset', fileName: 'home-parts.json', source: JSON.stringify(parts) })
      this.emitFile({ type: 'asset', fileName: 'fill-home.mjs', source: await serverProgram() })
    },
  },
})

const noStyles: Plugin = {
  name: 'aerie-no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0aerie-no-styles' : null),
  load: (id) => (id === '\0aerie-no-styles' ? '' : null),
}

const prerender = async (): Promise<Prerender> =>
  (await runnerImport<Prerender>(`${APP}src/app/prerender.tsx`, { root: APP, logLevel: 'error', plugins: [noStyles] })).module

/** The content security policy blocks inline styles and scripts, and logs each one to the console. */
const REFUSED = /\sstyle=|<script|<template/

function checkMarkup(shell: string, parts: HomeParts): void {
  const { badges, placeholder, unknownBadge, unknownDetail, unknownRange, pager } = parts
  const refused = [shell, parts.firstRow, parts.otherRow, parts.supplyNote, ...Object.values(badges)].find((text) => REFUSED.test(text))
  if (refused !== undefined) throw new Error(`the static shell may not hold inline styles, scripts or suspended parts: ${refused}`)
  const lost = [placeholder, unknownBadge, unknownDetail, unknownRange, pager].find((place) => shell.split(place).length !== 2)
  if (lost !== undefined) throw new Error(`the static shell does not hold this once, for the server to fill: ${lost}`)
}

/** Replaces the copy from public/ with a minified one: it is part of the first load, and half of it is comments. */
function smallBoot(): string {
  const { code, errors } = minifySync('boot.js', readFileSync(`${APP}public/boot.js`, 'utf8'))
  if (errors.length > 0) throw new Error(`boot.js: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}

/** Bundled into one file without imports, because the server loads it as is. */
async function serverProgram(): Promise<string> {
  const built = await build({
    root: APP,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: `${APP}src/app/fill-home.ts`, write: false, rolldownOptions: { treeshake } },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk === undefined || chunk.imports.length > 0) throw new Error('fill-home.ts did not become one file')
  return chunk.code
}

function preloadFont(html: string, files: readonly string[]): string {
  const font = files.find((file) => FONT.test(file))
  if (font === undefined) throw new Error('the build holds no subset of Inter to preload')
  return html.replace(
    '<link rel="stylesheet"',
    `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />\n    <link rel="stylesheet"`,
  )
}
