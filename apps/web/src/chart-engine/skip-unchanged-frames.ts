import { itemAt } from '@aerie/core/item-at'

const METHODS = [
  ...(['save', 'restore', 'scale', 'translate', 'rotate', 'transform', 'setTransform', 'resetTransform', 'setLineDash'] as const),
  ...(['beginPath', 'closePath', 'moveTo', 'lineTo', 'bezierCurveTo', 'quadraticCurveTo', 'arc', 'arcTo', 'ellipse'] as const),
  ...([
    'rect',
    'roundRect',
    'clip',
    'fill',
    'stroke',
    'fillRect',
    'strokeRect',
    'clearRect',
    'fillText',
    'strokeText',
    'drawImage',
  ] as const),
] as const
const PROPERTIES = [
  ...(['fillStyle', 'strokeStyle', 'lineWidth', 'lineCap', 'lineJoin', 'lineDashOffset', 'miterLimit'] as const),
  ...(['font', 'textAlign', 'textBaseline', 'globalAlpha', 'globalCompositeOperation'] as const),
] as const

type Method = (typeof METHODS)[number]
type Methods = Record<Method | 'measureText', (...given: unknown[]) => unknown>
type Property = (typeof PROPERTIES)[number]
/** Leave something to see. */
const PAINTING: ReadonlySet<string> = new Set(['fill', 'stroke', 'fillRect', 'strokeRect', 'fillText', 'strokeText', 'drawImage'])
/** A call with what was given, or a property with what it was set to. */
type Stroke = readonly [name: Method | Property, given: readonly unknown[]]

const thrifty = new WeakSet<HTMLCanvasElement>()

/**
 * From now on `canvas` leaves alone what it already shows: a drawing that is the same as the one before it, to the last argument,
 * is not made. A canvas that is drawn on costs the browser its whole area at the next frame, and the library draws all of its
 * canvases at each tick although most of them show the same.
 *
 * A drawing is what lies between a first `save` and its `restore`, with what was cleared before, as the library draws.
 */
export function skipUnchangedFrames(canvas: HTMLCanvasElement): void {
  const ctx = canvas.getContext('2d')
  if (ctx === null || thrifty.has(canvas)) return
  thrifty.add(canvas)
  const drawing = new Drawing(ctx)
  for (const name of METHODS)
    Object.defineProperty(ctx, name, { configurable: true, value: (...given: unknown[]) => drawing.add(name, given) })
  for (const name of PROPERTIES) {
    const real = propertyOf(ctx, name)
    Object.defineProperty(ctx, name, {
      configurable: true,
      get: (): unknown => real.get?.call(ctx),
      set: (value: unknown) => {
        drawing.add(name, [value])
      },
    })
  }
  Object.defineProperty(ctx, 'measureText', { configurable: true, value: (text: string) => drawing.measure(text) })
  forgetOnResize(canvas, drawing)
  canvas.addEventListener('contextrestored', () => drawing.forget())
}

/** A size that is set empties a canvas, even where it is the same as before. */
function forgetOnResize(canvas: HTMLCanvasElement, drawing: Drawing): void {
  for (const name of ['width', 'height'] as const) {
    const real = propertyOf(canvas, name)
    Object.defineProperty(canvas, name, {
      configurable: true,
      get: (): unknown => real.get?.call(canvas),
      set: (value: number) => {
        real.set?.call(canvas, value)
        drawing.forget()
      },
    })
  }
}

function propertyOf(of: object, name: string): PropertyDescriptor {
  const prototype: object = Object.getPrototypeOf(of)
  return Object.getOwnPropertyDescriptor(prototype, name) ?? {}
}

/** The drawing that is being made, and the one that is on show. */
class Drawing {
  readonly #ctx: CanvasRenderingContext2D
  readonly #prototype: Methods
  readonly #setters = new Map<string, PropertyDescriptor>()
  #next: Stroke[] = []
  #shown: readonly Stroke[] | null = null
  #depth = 0
  #font = ''

  constructor(ctx: CanvasRenderingContext2D) {
    this.#ctx = ctx
    this.#prototype = Object.getPrototypeOf(ctx)
    for (const name of PROPERTIES) this.#setters.set(name, propertyOf(ctx, name))
  }

  add(name: Stroke[0], given: readonly unknown[]): void {
    this.#next.push([name, given])
    if (name === 'save') this.#depth += 1
    else if (name === 'font') this.#font = String(given[0])
    // The same picture may have another content by now.
    else if (name === 'drawImage') this.forget()
    else if (name === 'restore' && --this.#depth <= 0) this.#finish()
  }

  /** In the font that was set last, though nothing is drawn in it yet. */
  measure(text: string): unknown {
    this.#perform('font', [this.#font])
    return this.#prototype.measureText.call(this.#ctx, text)
  }

  forget(): void {
    this.#shown = null
  }

  #finish(): void {
    const drawn = this.#next
    this.#next = []
    this.#depth = 0
    if (this.#shown !== null && isSame(drawn, this.#shown)) return
    for (const [name, given] of drawn) this.#perform(name, given)
    this.#shown = drawn
    this.#ctx.canvas.style.visibility = drawn.some(([name]) => PAINTING.has(name)) ? '' : 'hidden'
  }

  #perform(name: Stroke[0], given: readonly unknown[]): void {
    const property = this.#setters.get(name)
    if (property !== undefined) property.set?.call(this.#ctx, given[0])
    else this.#prototype[name as Method].apply(this.#ctx, [...given]) // what is no property is a method
  }
}

const isSame = (a: readonly Stroke[], b: readonly Stroke[]): boolean =>
  a.length === b.length &&
  a.every(([name, given], at) => {
    const [otherName, otherGiven] = itemAt(b, at)
    return name === otherName && areSame(given, otherGiven)
  })

const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length &&
  a.every((one, at) => Object.is(one, b[at]) || (Array.isArray(one) && Array.isArray(b[at]) && areSame(one, b[at])))
