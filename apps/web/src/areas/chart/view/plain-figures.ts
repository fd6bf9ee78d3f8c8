import { once } from '@aerie/runtime/once'
import {
  type Coordinate,
  type FigureTemplate,
  getFigureClass,
  type LineAttrs,
  type LineStyle,
  type RectAttrs,
  type RectStyle,
  registerFigure,
  type TextAttrs,
  type TextStyle,
  utils,
} from 'klinecharts'

/** Fills rects and plain text directly: the library builds a path per rect and measures each label. */
export const registerFigures = once((): void => {
  registerFigure(withPlain<RectAttrs, Partial<RectStyle>>('rect', drawPlainRects, utils.checkCoordinateOnRect))
  registerFigure(withPlain<LineAttrs, Partial<LineStyle>>('line', drawPlainLines, utils.checkCoordinateOnLine))
  registerFigure(withPlain<TextAttrs, Partial<TextStyle>>('text', drawPlainTexts, utils.checkCoordinateOnText))
})

function withPlain<Attrs, Styles>(
  name: string,
  draw: (ctx: CanvasRenderingContext2D, all: readonly Attrs[], styles: Styles) => boolean,
  checkEventOn: (at: Coordinate, attrs: Attrs | Attrs[], styles: Styles) => boolean,
): FigureTemplate<Attrs | Attrs[], Styles> {
  const Library = getFigureClass<Attrs | Attrs[], Styles>(name)
  return {
    name,
    checkEventOn,
    draw: (ctx, attrs, styles) => {
      if (!draw(ctx, Array.isArray(attrs) ? attrs : [attrs], styles) && Library !== null) new Library({ name, attrs, styles }).draw(ctx)
    },
  }
}

function drawPlainRects(ctx: CanvasRenderingContext2D, rects: readonly RectAttrs[], styles: Partial<RectStyle>): boolean {
  const { style = 'fill', color, borderColor, borderSize = 1, borderRadius = 0 } = styles
  const isFilled = style === 'fill' || (style === 'stroke_fill' && (borderSize === 0 || borderColor === color))
  if (!isFilled || borderRadius !== 0 || typeof color !== 'string') return false
  if (color === 'transparent') return true
  ctx.fillStyle = color
  // A gap has no prices, so its rect has no finite position.
  for (const { x, y, width, height } of rects) if (Number.isFinite(y + height)) ctx.fillRect(x, y, width, height)
  return true
}

function drawPlainLines(ctx: CanvasRenderingContext2D, lines: readonly LineAttrs[], styles: Partial<LineStyle>): boolean {
  const { style = 'solid', size = 1, color } = styles
  if (style !== 'solid' || size !== 1 || typeof color !== 'string' || !lines.every(isUpright)) return false
  ctx.fillStyle = color
  for (const { coordinates } of lines) {
    const [a, b] = coordinates
    if (a !== undefined && b !== undefined)
      ctx.fillRect(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(1, Math.abs(a.x - b.x)), Math.max(1, Math.abs(a.y - b.y)))
  }
  return true
}

const isUpright = ({ coordinates: [a, b, ...more] }: LineAttrs): boolean =>
  a !== undefined && b !== undefined && more.length === 0 && (a.x === b.x || a.y === b.y)

function drawPlainTexts(ctx: CanvasRenderingContext2D, texts: readonly TextAttrs[], styles: Partial<TextStyle>): boolean {
  const { backgroundColor, borderColor, color, size = 12, weight = 'normal', family } = styles
  if (backgroundColor !== undefined || borderColor !== undefined || typeof color !== 'string') return false
  ctx.font = `${weight} ${size}px ${family ?? 'sans-serif'}`
  ctx.fillStyle = color
  for (const { x, y, text, align = 'left', baseline = 'top' } of texts) {
    ctx.textAlign = align
    ctx.textBaseline = baseline
    ctx.fillText(text, x, y)
  }
  return true
}
