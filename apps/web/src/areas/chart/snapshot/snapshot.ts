import { notify } from '../../../platform/toasts/toast.ts'
import { utcText } from '../bars/bar-time.ts'
import type { ChartColors } from '../view/chart-colors.ts'

const HEAD_PX = 30

export type Snapshot = {
  readonly host: HTMLElement
  readonly colors: ChartColors
  readonly symbol: string
  readonly interval: string
  readonly source: string
  /** Market time in ms; null if unknown. */
  readonly marketTime: number | null
}

export function saveSnapshot(snapshot: Snapshot): void {
  const canvas = drawSnapshot(snapshot)
  canvas.toBlob((blob) => {
    if (blob === null) return notify('error', 'This browser could not create the image.')
    const link = document.createElement('a')
    link.href = URL.createObjectURL(blob)
    link.download = `aerie-${snapshot.symbol}-${snapshot.interval}-${new Date(snapshot.marketTime ?? Date.now()).toISOString().slice(0, 16).replace(':', '')}.png`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  }, 'image/png')
}

function drawSnapshot({ host, colors, symbol, interval, source, marketTime }: Snapshot): HTMLCanvasElement {
  const box = host.getBoundingClientRect()
  const ratio = devicePixelRatio || 1
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(box.width * ratio)
  canvas.height = Math.round((box.height + HEAD_PX) * ratio)
  const ctx = canvas.getContext('2d')
  if (ctx === null) return canvas
  ctx.scale(ratio, ratio)
  ctx.fillStyle = colors.ground
  ctx.fillRect(0, 0, box.width, box.height + HEAD_PX)
  for (const part of host.querySelectorAll('canvas')) {
    const at = part.getBoundingClientRect()
    if (part.width > 0 && part.height > 0) ctx.drawImage(part, at.left - box.left, at.top - box.top + HEAD_PX, at.width, at.height)
  }
  drawLegends(ctx, host, box)
  ctx.textBaseline = 'middle'
  ctx.font = "600 13px 'Inter Variable', sans-serif"
  ctx.fillStyle = colors.ink1
  ctx.fillText(`${symbol} · ${interval}`, 10, HEAD_PX / 2)
  ctx.textAlign = 'right'
  ctx.font = "11px 'Inter Variable', sans-serif"
  ctx.fillStyle = colors.ink2
  ctx.fillText(imageFooter(source, marketTime === null ? 'time of the market not known' : utcText(marketTime)), box.width - 10, HEAD_PX / 2)
  return canvas
}

/** The legends are DOM text: draws them at their positions. */
function drawLegends(ctx: CanvasRenderingContext2D, host: HTMLElement, box: DOMRect): void {
  ctx.textBaseline = 'middle'
  for (const element of host.querySelectorAll<HTMLElement>('.chart-values span, .chart-values b')) {
    const at = element.getBoundingClientRect()
    const { color, font } = getComputedStyle(element)
    ctx.font = font
    ctx.fillStyle = color
    ctx.fillText(element.textContent, at.left - box.left, at.top + at.height / 2 - box.top + HEAD_PX)
  }
}

const imageFooter = (source: string, text: string) => `${source} · ${text} · Aerie`
