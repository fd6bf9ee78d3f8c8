import { afterEach, expect, it, vi } from 'vitest'
import { playFill } from './fill-sound.ts'

afterEach(() => vi.unstubAllGlobals())

it('plays no sound before the first press in the window, as browsers block it, then one per side from its start', () => {
  const played: (readonly [file: string | undefined, from: number])[] = []
  class Player {
    currentTime = 0.2
    readonly #url: string
    constructor(url: string) {
      this.#url = url
    }
    play() {
      played.push([/\w+\.wav/.exec(this.#url)?.[0], this.currentTime])
      this.currentTime = 0.24
      return Promise.reject(new Error('no audio device'))
    }
  }
  vi.stubGlobal('Audio', Player)
  const userActivation = { hasBeenActive: false }
  vi.stubGlobal('navigator', { userActivation })
  playFill('buy')
  expect(played).toEqual([])
  userActivation.hasBeenActive = true
  playFill('buy')
  playFill('buy')
  playFill('sell')
  expect(played).toEqual([
    ['bought.wav', 0],
    ['bought.wav', 0],
    ['sold.wav', 0],
  ])
})
