import { numberText } from '@aerie/core/numbers/number-text'
import { once } from '@aerie/runtime/once'
import { type Chart, type OverlayFigure, type OverlayTemplate, registerOverlay, type YAxis } from 'klinecharts'
import { PRICE_PANE } from '../engine/engine-options.ts'
import type { ChartLevel } from '../engine/price-chart-props.ts'
import type { ChartColors } from '../view/chart-colors.ts'
import { line } from './drawing-overlays.ts'
import {
  axisTags,
  type Box,
  CANCEL_PX,
  countedText,
  type EdgeLevel,
  edgeHeights,
  edgeLevels,
  LABEL_PX,
  type LabelGroup,
  type LabelPosition,
  type LevelLabel,
  labelGroups,
  labelPositions,
  labelWidth,
  labelY,
  lineParts,
  listed,
  overlap,
} from './level-labels.ts'

const LEVEL = 'aerie_level'
const LEVELS = 'levels'
/** Distances of the labels of off-pane levels from the lower edge and, below the candle's legend, from the upper. */
const EDGE_PX = 12
const SIDE_PX = 8
/** A dragged level: its label moves with it and may overlap others. */
const DRAGGED: Omit<LabelPosition, 'y'> = { from: SIDE_PX, more: 0, cancel: null, gaps: [] }
const LEGENDS_PX = 36
const EXTREME_PX = 8
const CANCEL = 'cancel'
const CROSS_PAD_PX = 6
/** Half the height of the axis' own labels. */
const HALF_TICK_PX = 7
const DASHES = { style: 'dashed', dashedValue: [6, 4], size: 1 }
/** Label places of all levels, computed once per frame instead of once per level. */
type Labels = {
  readonly levels: readonly ChartLevel[]
  key: string
  /** Of the levels inside the pane, by index of the level. */
  groups: readonly LabelGroup[]
  inside: ReadonlyMap<number, LevelLabel>
  positions: ReadonlyMap<number, LabelPosition>
  tags: ReadonlyMap<number, number>
  edges: ReturnType<typeof edgeLevels>
  /** Heights of the labels of levels beyond the pane. */
  edgeYs: EdgeYs
  height: number
  /** Lead of the group whose levels are listed: the one at the crosshair. */
  open: number | null
}

type EdgeYs = { readonly above: number; readonly below: number }

type LevelExtra = Pick<ChartLevel, 'label'> & {
  readonly color: string
  readonly ground: string
  readonly labels: Labels
  readonly index: number
}

type Frame = {
  readonly toPixel: (price: number) => number
  readonly width: number
  readonly height: number
  readonly chart: Pick<Chart, 'getDataList' | 'getVisibleRange' | 'convertToPixel'>
}

/** Two prices suffice to detect a change of scale. */
function positionedLabels(labels: Labels, frame: Frame): Labels {
  const { toPixel, width, height, chart } = frame
  const bars = chart.getDataList()
  const { from, to } = chart.getVisibleRange()
  const last = bars.at(-1)
  const key = [width, height, toPixel(1), toPixel(2), from, to, bars.length, last?.close, last?.high, last?.low, labels.open].join(' ')
  if (key === labels.key) return labels
  const ys = labels.levels.map(({ price }) => toPixel(price))
  const edges = edgeLevels(ys, height)
  const within = labels.levels.flatMap(({ label, price, isFirst, onCancel }, index) => {
    const line = ys[index] ?? Number.NaN
    const y = labelY(line, { width, height, edge: EDGE_PX, legends: LEGENDS_PX }, edges.below)
    return sideOf(line, height) === 0
      ? [{ index, price, line, y, text: levelText(label, price), isFirst, hasCancel: onCancel !== undefined }]
      : []
  })
  const groups = labelGroups(within)
  const open = within.findIndex(({ index }) => index === labels.open)
  const extreme = extremes(frame)
  const edge = edgeBoxes(labels.levels, edges, { ...frame, extreme })
  const reserved = [...extreme, ...edge.boxes]
  const placed = labelPositions(within, { width, height, groups, open, legends: LEGENDS_PX, reserved })
  const leads = groups.flatMap(({ lead }) => within[lead] ?? [])
  const tags = axisTags(
    leads.map(({ price, line, isFirst }) => ({ price, y: line, isFirst })),
    height,
    last && { price: last.close, y: toPixel(last.close) },
  )
  const indexOf = (at: number): number => within[at]?.index ?? -1
  return Object.assign(labels, {
    key,
    edges,
    edgeYs: edge.ys,
    height,
    groups: groups.map(({ lead, members }) => ({ lead: indexOf(lead), members: members.map(indexOf) })),
    inside: new Map(within.map((one) => [one.index, one])),
    positions: new Map(within.map(({ index, y }, at) => [index, placed[at] ?? { ...DRAGGED, y }])),
    tags: new Map(leads.flatMap(({ index }, at) => (tags[at] === null || tags[at] === undefined ? [] : [[index, tags[at]]]))),
  })
}

/** Text of the highest and lowest visible price, drawn by the library: no label may cover it. */
function extremes({ chart, toPixel, width }: Frame): Box[] {
  const { from, to } = chart.getVisibleRange()
  const bars = chart.getDataList().slice(Math.max(0, from), to)
  const [first] = bars
  if (first === undefined) return []
  const high = bars.reduce((best, bar) => (bar.high > best.high ? bar : best), first)
  const low = bars.reduce((best, bar) => (bar.low < best.low ? bar : best), first)
  return (
    [
      [high.timestamp, high.high, -1],
      [low.timestamp, low.low, 1],
    ] as const
  ).flatMap(([timestamp, price, towards]) => {
    const [{ x } = {}] = [chart.convertToPixel([{ timestamp }], { paneId: PRICE_PANE })].flat()
    if (x === undefined) return []
    const [own, y] = [labelWidth(numberText(price)), toPixel(price) + towards * EXTREME_PX]
    const start = x > width / 2 ? x - own : x
    return [{ from: start, to: start + own, top: y - EXTREME_PX, bottom: y + EXTREME_PX }]
  })
}

type EdgeFrame = Pick<Frame, 'width' | 'height'> & { readonly extreme: readonly Box[] }

/** The labels of levels beyond the pane, at its right; a label's height nearer to the edge or away from it where a price is in the way. */
function edgeBoxes(levels: readonly ChartLevel[], { above, below }: ReturnType<typeof edgeLevels>, { width, height, extreme }: EdgeFrame) {
  const boxAt = (edge: EdgeLevel | undefined, y: number): Box | undefined => {
    const level = levels[edge?.index ?? -1]
    if (edge === undefined || level === undefined) return undefined
    const own = labelWidth(countedText(`▲ ${levelText(level.label, level.price)}`, edge.more))
    return { from: width - SIDE_PX - own, to: width, top: y - LABEL_PX / 2, bottom: y + LABEL_PX / 2 }
  }
  const free = (edge: EdgeLevel | undefined, ys: readonly [number, ...number[]]): number =>
    ys.find((y) => {
      const box = boxAt(edge, y)
      return box === undefined || !extreme.some((other) => overlap(box, other))
    }) ?? ys[0]
  const heights = edgeHeights({ width, height, edge: EDGE_PX, legends: LEGENDS_PX })
  const ys: EdgeYs = { above: free(above, heights.above), below: free(below, heights.below) }
  return { ys, boxes: [boxAt(above, ys.above), boxAt(below, ys.below)].filter((box) => box !== undefined) }
}

const levelText = (label: string, price: number): string => `${label}  ${numberText(price)}`

export const registerMarks = once((): void => {
  registerOverlay(levelOverlay)
})

export class LevelLines {
  readonly #chart: Pick<Chart, 'createOverlay' | 'removeOverlay' | 'overrideOverlay'>

  #drag: Drag | null = null
  #labels: Labels | null = null

  constructor(chart: Pick<Chart, 'createOverlay' | 'removeOverlay' | 'overrideOverlay'>) {
    this.#chart = chart
  }

  /** Shows exactly `levels`; during a drag, after the line is released. */
  show(levels: readonly ChartLevel[], colors: Pick<ChartColors, ChartLevel['tone'] | 'ground'>): void {
    if (this.#drag !== null) {
      this.#drag.shownAfter = () => this.show(levels, colors)
      return
    }
    this.#chart.removeOverlay({ groupId: LEVELS })
    const before = this.#labels?.levels[this.#labels.open ?? -1]?.id
    const open = levels.findIndex(({ id }) => id === before)
    const labels: Labels = {
      levels,
      key: '',
      groups: [],
      inside: new Map(),
      positions: new Map(),
      tags: new Map(),
      edges: {},
      edgeYs: { above: 0, below: 0 },
      height: 0,
      open: open < 0 ? null : open,
    }
    this.#labels = labels
    for (const [index, level] of levels.entries()) this.#add(level, colors, { labels, index })
  }

  /** Lists the levels of the group at this height of the pane, and closes the list elsewhere; drawn with the crosshair. */
  pointAt(y: number | null): void {
    const labels = this.#labels
    if (labels !== null && this.#drag === null) labels.open = y === null ? null : openGroup(labels, y)
  }

  /** Cancels any drag: the chart is being destroyed. */
  dispose(): void {
    this.#endDrag()
  }

  #add(level: ChartLevel, colors: Pick<ChartColors, ChartLevel['tone'] | 'ground'>, place: Pick<LevelExtra, 'labels' | 'index'>): void {
    const { price, label, tone, onMove } = level
    const id = overlayId(level)
    const extra: LevelExtra = { label, color: colors[tone], ground: colors.ground, ...place }
    this.#chart.createOverlay({
      name: LEVEL,
      id,
      groupId: LEVELS,
      points: [{ value: price }],
      lock: onMove === undefined,
      // A function, because the library deep-copies objects.
      extendData: () => extra,
      // The library deletes on right-click.
      onRightClick: (event) => event.preventDefault?.(),
      onClick: ({ figure }) => figure?.key === CANCEL && level.onCancel?.(),
      onPressedMoveStart: () => this.#beginDrag(level),
      onPressedMoving: ({ overlay }) => this.#dragged(level, overlay.points[0]?.value),
      onPressedMoveEnd: ({ overlay }) => {
        const moved = overlay.points[0]?.value
        const isCanceled = this.#drag?.isCanceled === true
        // The owner moves the level by passing a new price; until then it returns.
        this.#putBack(level)
        const shownAfter = this.#endDrag()
        if (!isCanceled && moved !== undefined && moved > 0 && moved !== price) onMove?.(moved)
        else if (!isCanceled) level.onDrag?.(null)
        shownAfter?.()
      },
    })
  }

  #beginDrag(level: ChartLevel): void {
    this.#endDrag()
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || this.#drag === null || this.#drag.isCanceled) return
      event.preventDefault()
      event.stopPropagation()
      this.#drag.isCanceled = true
      this.#putBack(level)
      level.onDrag?.(null)
    }
    // In the capture phase, before other handlers: Escape cancels the drag first.
    window.addEventListener('keydown', cancel, true)
    this.#drag = { isCanceled: false, shownAfter: null, stop: () => window.removeEventListener('keydown', cancel, true) }
  }

  #dragged(level: ChartLevel, to: number | undefined): void {
    if (this.#drag?.isCanceled === true) this.#putBack(level)
    else if (to !== undefined && to > 0) level.onDrag?.(to)
  }

  #putBack(level: ChartLevel): void {
    this.#chart.overrideOverlay({ id: overlayId(level), points: [{ value: level.price }] })
  }

  /** @returns the update deferred by the drag */
  #endDrag(): (() => void) | null {
    const drag = this.#drag
    this.#drag = null
    drag?.stop()
    return drag?.shownAfter ?? null
  }
}

/** The open group stays open over the whole of its list. */
function openGroup({ groups, inside, open, height }: Labels, y: number): number | null {
  const reaches = ({ lead, members }: LabelGroup): boolean => {
    if (members.length < 2) return false
    const own = inside.get(lead)
    if (lead !== open) return own !== undefined && Math.abs(own.y - y) < LABEL_PX / 2
    const all = [...inside.values()]
    const indices = [...inside.keys()]
    const at = (index: number): number => indices.indexOf(index)
    return listed(all, { lead: at(lead), members: members.map(at) }, height).some(([, middle]) => Math.abs(middle - y) <= LABEL_PX / 2)
  }
  const found = groups.find((group) => group.lead === open && reaches(group)) ?? groups.find(reaches)
  return found?.lead ?? null
}

const overlayId = ({ id }: ChartLevel): string => `level_${id}`

type Drag = {
  isCanceled: boolean
  /** Levels passed during a drag: applying them would end it. */
  shownAfter: (() => void) | null
  readonly stop: () => void
}

type PanePosition = { readonly y: number; readonly height: number; readonly more: number }

export function levelCaption(label: string, price: number, { y, height, more }: PanePosition): string {
  const counted = countedText(levelText(label, price), more)
  const side = sideOf(y, height)
  return side < 0 ? `▲ ${counted}` : side > 0 ? `▼ ${counted}` : counted
}

const sideOf = (y: number, height: number): -1 | 0 | 1 => (y < 0 ? -1 : y > height ? 1 : 0)

type Drawn = { readonly extra: LevelExtra; readonly price: number; readonly y: number; readonly frame: Frame }

function labelOf({ extra: { color, ground, label }, price, y, frame: { height } }: Drawn, attrs: object, more: number): OverlayFigure {
  return {
    type: 'text',
    attrs: { ...attrs, text: levelCaption(label, price, { y, height, more }), baseline: 'middle' },
    styles: { color, borderColor: color, backgroundColor: ground },
  }
}

/** Off-pane levels are labelled at the right: the left has the legends and the labels of visible levels. */
function beyondPane(drawn: Drawn): OverlayFigure[] {
  const { extra, y, frame } = drawn
  const { edges, edgeYs } = positionedLabels(extra.labels, frame)
  const [edge, at] = y < 0 ? [edges.above, edgeYs.above] : [edges.below, edgeYs.below]
  return edge?.index === extra.index ? [labelOf(drawn, { x: frame.width - SIDE_PX, align: 'right', y: at }, edge.more)] : []
}

function inPane(drawn: Drawn): OverlayFigure[] {
  const { extra, y, frame } = drawn
  const isDragged = drawn.price !== extra.labels.levels[extra.index]?.price
  const place = isDragged ? undefined : positionedLabels(extra.labels, frame).positions.get(extra.index)
  const { from, more, cancel, gaps, y: at } = place ?? { ...DRAGGED, y }
  // A line does not cross the labels of others.
  const lines = lineParts(frame.width, gaps).flatMap((part) => line({ x: part.from, y }, { x: part.to, y }))
  const dashed = lines.map((part) => ({ ...part, styles: { color: extra.color, ...DASHES } }))
  if (from === null) return dashed
  if (cancel === null) return [...dashed, labelOf(drawn, { x: from, align: 'left', y: at }, more)]
  const { color, ground } = extra
  const cross: OverlayFigure = {
    key: CANCEL,
    type: 'text',
    attrs: { x: cancel, y: at, text: '×', align: 'left', baseline: 'middle' },
    styles: { color, borderColor: color, backgroundColor: ground, paddingLeft: CROSS_PAD_PX, paddingRight: CROSS_PAD_PX },
  }
  return [...dashed, labelOf(drawn, { x: from + CANCEL_PX, align: 'left', y: at }, more), cross]
}

const levelOverlay: OverlayTemplate<() => LevelExtra> = {
  name: LEVEL,
  totalStep: 2,
  createPointFigures: ({ chart, yAxis, coordinates: [at], overlay, bounding: { width, height } }) => {
    if (at === undefined || yAxis === null || yAxis === undefined) return []
    const frame = { toPixel: (price: number) => yAxis.convertToPixel(price), width, height, chart }
    const drawn = { extra: overlay.extendData(), price: overlay.points[0]?.value ?? Number.NaN, y: at.y, frame }
    return sideOf(at.y, height) === 0 ? inPane(drawn) : beyondPane(drawn)
  },
  createYAxisFigures: ({ chart, yAxis, coordinates: [at], overlay, bounding }) => {
    if (at === undefined || yAxis === null || yAxis === undefined || at.y < 0 || at.y > bounding.height) return []
    const { color, ground, labels, index } = overlay.extendData()
    const price = overlay.points[0]?.value
    const width = chart.getSize(PRICE_PANE, 'main')?.width ?? 0
    const isDragged = price !== labels.levels[index]?.price
    const frame = { toPixel: (value: number) => yAxis.convertToPixel(value), width, height: bounding.height, chart }
    const { tags } = positionedLabels(labels, frame)
    const y = isDragged ? at.y : tags.get(index)
    if (y === undefined) return []
    // With the first tag, so that no tag is painted over.
    const covers = index === Math.min(...tags.keys()) ? coveredTicks(frame, yAxis, [...tags.values()]) : []
    return [
      ...covers.map((tick) => ({
        type: 'rect',
        attrs: { x: 0, y: tick - HALF_TICK_PX, width: bounding.width, height: 2 * HALF_TICK_PX },
        styles: { style: 'fill', color: ground },
        ignoreEvent: true,
      })),
      {
        type: 'text',
        attrs: { x: 0, y, text: numberText(price), baseline: 'middle' },
        styles: { color: ground, backgroundColor: color, borderColor: color },
      },
    ]
  },
}

/** Heights of the axis' own labels that a tag covers in part, so that they are hidden. */
function coveredTicks({ chart, toPixel }: Frame, yAxis: Pick<YAxis, 'getTicks'>, tags: readonly number[]): number[] {
  const last = chart.getDataList().at(-1)
  const lastY = last === undefined ? Number.NaN : toPixel(last.close)
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) < LABEL_PX / 2 + HALF_TICK_PX
  return yAxis.getTicks().flatMap(({ coord }) => (tags.some((tag) => isNear(tag, coord)) && !isNear(lastY, coord) ? [coord] : []))
}
