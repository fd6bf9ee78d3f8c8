// Renders the PNG icons and favicon.ico from public/icon.svg: node build/draw-icons.mjs (needs Chromium).
import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'

const folder = new URL('../public/', import.meta.url)
const svg = await readFile(new URL('icon.svg', folder), 'utf8')
const square = svg.replace(' rx="14"', '')
// A mask may crop everything outside the middle 80 %.
const maskable = square
  .replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"')
  .replace('<rect ', '<rect x="-8" y="-8" ')
  .replace('width="64" height="64"', 'width="80" height="80"')

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const draw = async (source, size) => {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${source}`)
  const png = await page.screenshot({ omitBackground: true })
  await page.close()
  return png
}

await writeFile(new URL('icon-192.png', folder), await draw(svg, 192))
await writeFile(new URL('icon-512.png', folder), await draw(svg, 512))
await writeFile(new URL('icon-maskable-512.png', folder), await draw(maskable, 512))
await writeFile(new URL('apple-touch-icon.png', folder), await draw(square, 180))
await writeFile(new URL('favicon.ico', folder), icoOf(await draw(svg, 32), 32))
await browser.close()

function icoOf(png, size) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}
