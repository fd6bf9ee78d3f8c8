/** Fixed width of every character, px. */
const CHARACTER_PX = 6
const METHODS =
  'beginPath closePath moveTo lineTo bezierCurveTo quadraticCurveTo arc arcTo ellipse rect roundRect clip fill stroke fillRect strokeRect clearRect fillText strokeText drawImage save restore scale translate rotate transform setTransform resetTransform setLineDash'
const PROPERTIES =
  'fillStyle strokeStyle lineWidth lineCap lineJoin lineDashOffset miterLimit font textAlign textBaseline globalAlpha globalCompositeOperation'

/** Records the visible draw calls since the canvas was last cleared. */
export class TestContext {
  readonly canvas: HTMLCanvasElement
  readonly drawn: string[] = []
  calls = 0
  state: Record<string, unknown> = {}
  readonly #saved: Record<string, unknown>[] = []
  #path: string[] = []

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas
  }

  measureText(text: string): { width: number } {
    return { width: text.length * CHARACTER_PX }
  }

  call(name: string, given: readonly unknown[]): void {
    if (name === 'save') this.#saved.push({ ...this.state })
    else if (name === 'restore') this.state = this.#saved.pop() ?? {}
    else if (name === 'beginPath') this.#path = []
    else if (name === 'clearRect') this.drawn.length = 0
    else if (/^(fill|stroke)/.test(name)) this.#draw(name, given)
    else if (/To$|^arc$|^ellipse$|[rR]ect$/.test(name)) this.#path.push(`${name.replace('To', '')} ${given.map(shown).join(' ')}`)
  }

  #draw(name: string, given: readonly unknown[]): void {
    this.calls += 1
    const color = name.startsWith('fill') ? this.state.fillStyle : this.state.strokeStyle
    const what = name === 'fill' || name === 'stroke' ? this.#path.join(', ') : given.map(shown).join(' ')
    const under = this.state.globalCompositeOperation === 'destination-over' ? ' (under)' : ''
    this.drawn.push(`${name} ${String(color)}: ${what}${under}`)
  }
}

const shown = (value: unknown): string => (typeof value === 'number' ? String(Math.round(value * 2) / 2) : String(value))

for (const name of METHODS.split(' '))
  Object.defineProperty(TestContext.prototype, name, {
    configurable: true,
    value(this: TestContext, ...given: unknown[]) {
      this.call(name, given)
    },
  })
for (const name of PROPERTIES.split(' '))
  Object.defineProperty(TestContext.prototype, name, {
    configurable: true,
    get(this: TestContext) {
      return this.state[name]
    },
    set(this: TestContext, value: unknown) {
      this.state[name] = value
    },
  })

const contexts = new WeakMap<HTMLCanvasElement, TestContext>()

export function contextOf(canvas: HTMLCanvasElement): TestContext {
  const known = contexts.get(canvas) ?? new TestContext(canvas)
  contexts.set(canvas, known)
  return known
}

/** Replaces canvas contexts with recorders and gives every element this size. Returns a function that restores both. */
export function stubCanvases(width: number, height: number): () => void {
  const undo = [
    replace(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement) {
        return contextOf(this)
      },
    }),
    replace(HTMLElement.prototype, 'clientWidth', { get: () => width }),
    replace(HTMLElement.prototype, 'clientHeight', { get: () => height }),
  ]
  return () => {
    for (const each of undo) each()
  }
}

function replace(of: object, name: string, by: PropertyDescriptor): () => void {
  const before = Object.getOwnPropertyDescriptor(of, name)
  Object.defineProperty(of, name, { configurable: true, ...by })
  return () => {
    if (before === undefined) Reflect.deleteProperty(of, name)
    else Object.defineProperty(of, name, before)
  }
}
