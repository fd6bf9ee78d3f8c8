import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import { afterFirstPaint } from './after-first-paint.ts'

type Prerender = { readonly renderGuestHome: () => string }

/** Wherever the build was started. */
const APP = fileURLToPath(new URL('..', import.meta.url))
const ROOT = '<div id="root"></div>'
const FONT = /^assets\/inter-latin-wght-normal-.*\.woff2$/

/**
 * Two pages come out of one build: `index.html`, whose root already holds the guest's Home (header, heading, ten
 * placeholder rows), and `app.html` for every other address, whose root is empty. React replaces the first with the
 * same picture, so nothing moves.
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
      const shell = await renderShell()
      page.source = afterFirstPaint(html).replace(ROOT, () => `<div id="root">${shell}</div>`)
    },
  },
})

/** The text needs no style sheets: the browser has them from the page's own link. */
const noStyles: Plugin = {
  name: 'aerie-no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0aerie-no-styles' : null),
  load: (id) => (id === '\0aerie-no-styles' ? '' : null),
}

async function renderShell(): Promise<string> {
  const { module } = await runnerImport<Prerender>(`${APP}src/app/prerender.tsx`, { root: APP, logLevel: 'error', plugins: [noStyles] })
  const shell = module.renderGuestHome()
  // The content security policy refuses inline styles and scripts, and reports each one in the console.
  if (/\sstyle=|<script|<template/.test(shell))
    throw new Error(`the static shell may not hold inline styles, scripts or suspended parts: ${shell}`)
  return shell
}

function preloadFont(html: string, files: readonly string[]): string {
  const font = files.find((file) => FONT.test(file))
  if (font === undefined) throw new Error('the build holds no Inter latin subset to preload')
  return html.replace(
    '<link rel="stylesheet"',
    `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />\n    <link rel="stylesheet"`,
  )
}
