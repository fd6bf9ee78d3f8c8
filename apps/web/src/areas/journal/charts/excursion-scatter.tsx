import './charts.css'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { useEffect, useMemo, useRef } from 'react'
import { useAppearance } from '../../../ui/appearance.ts'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { readColors } from '../../chart/index.ts'
import { microOf, microText } from '../figure-text.ts'

type ExcursionScatterProps = { readonly excursions: JournalStatistics['excursions'] }

const PAD_PX = 10
const DOT_PX = 2.5

/** Adverse excursion on x, favourable on y, coloured by result. */
export function ExcursionScatter({ excursions: rows }: ExcursionScatterProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, measure] = useSize()
  const excursions = useMemo(() => excursionsOf(rows), [rows])
  const theme = useAppearance((appearance) => `${appearance.theme} ${appearance.palette}`)
  useEffect(() => {
    // Repaint: colours depend on the theme.
    if (theme !== '' && canvas.current !== null && size !== null) paint(canvas.current, size, excursions)
  }, [size, excursions, theme])
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <span className="font-medium text-13 text-ink-1">MAE and MFE</span>
        <span className="num text-12 text-ink-2">{`${excursions.points.length.toLocaleString('en-US')} trades`}</span>
      </figcaption>
      <div
        ref={measure}
        className="relative h-[180px] overflow-hidden border-line-strong border-b border-l"
        role="img"
        aria-label={excursionsText(excursions)}
      >
        <canvas ref={canvas} className="absolute inset-0 size-full" />
        <span className="num absolute right-0 bottom-0 bg-surface-1 px-1 text-11 text-ink-3">{`MAE to ${microText(-excursions.mostAgainst)}`}</span>
        <span className="num absolute top-0 left-0 bg-surface-1 px-1 text-11 text-ink-3">{`MFE to ${microText(excursions.mostFor)}`}</span>
      </div>
      <p className="text-12 text-ink-3">
        <span className="text-up">▲</span> won, <span className="text-down">▼</span> lost. Right: deep drawdown first. High and lost: profit
        given back. Where MAE and MFE are a range, the smaller ends are drawn.
      </p>
    </figure>
  )
}

const excursionsText = ({ points, mostAgainst, mostFor, givenBack }: Excursions): string =>
  points.length === 0
    ? 'No trades with MAE and MFE.'
    : `${points.length} trades. Largest MAE ${microText(-mostAgainst)}, largest MFE ${microText(mostFor)}; ${givenBack} lost after an equal gain.`

function paint(
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
  { points, mostAgainst, mostFor }: Excursions,
): void {
  const ratio = devicePixelRatio || 1
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const pen = canvas.getContext('2d')
  if (pen === null) return
  const { up, down } = readColors(canvas.parentElement ?? document.body)
  pen.scale(ratio, ratio)
  pen.globalAlpha = points.length > 2000 ? 0.35 : 0.8
  for (const { against, favour, isWon } of points) {
    const x = PAD_PX + (mostAgainst === 0 ? 0 : against / mostAgainst) * (width - 2 * PAD_PX)
    const y = height - PAD_PX - (mostFor === 0 ? 0 : favour / mostFor) * (height - 2 * PAD_PX)
    pen.fillStyle = isWon ? up : down
    drawMark(pen, x, y, isWon)
  }
}

/** Shape as well as colour, for colour-blind users. */
function drawMark(pen: CanvasRenderingContext2D, x: number, y: number, isWon: boolean): void {
  const way = isWon ? -1 : 1
  pen.beginPath()
  pen.moveTo(x, y + way * DOT_PX)
  pen.lineTo(x - DOT_PX, y - way * DOT_PX)
  pen.lineTo(x + DOT_PX, y - way * DOT_PX)
  pen.fill()
}

/** Maximum adverse and favourable excursion as non-negative amounts, 10⁻⁶ USDC. */
type Excursions = {
  readonly points: ReadonlyArray<{ readonly against: number; readonly favour: number; readonly isWon: boolean }>
  readonly mostAgainst: number
  readonly mostFor: number
  readonly givenBack: number
}

function excursionsOf(rows: JournalStatistics['excursions']): Excursions {
  const points = rows.map(([, mae, mfe, net]) => ({ against: -(microOf(mae) ?? 0), favour: microOf(mfe) ?? 0, net: microOf(net) ?? 0 }))
  return {
    points: points.map(({ against, favour, net }) => ({ against, favour, isWon: net > 0 })),
    mostAgainst: points.reduce((most, { against }) => Math.max(most, against), 0),
    mostFor: points.reduce((most, { favour }) => Math.max(most, favour), 0),
    givenBack: points.filter(({ net, favour }) => net < 0 && favour >= -net).length,
  }
}
