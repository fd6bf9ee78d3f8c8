import { expect, it } from 'vitest'
import { type AreaModule, areaPlugin, type Platform, setUpAreas } from './area.ts'

const NO_PLATFORM = {} as Platform // the areas here use none of it

const steps: string[] = []
const named = (name: string): AreaModule => ({ name })

const ground = areaPlugin({
  name: 'ground',
  needs: {},
  setup: async () => {
    steps.push('ground')
    return { modules: [named('ground')], api: { double: (n: number) => 2 * n } }
  },
})
const left = areaPlugin({
  name: 'left',
  needs: { ground },
  setup: ({ ground }) => {
    steps.push(`left ${ground.double(4)}`)
    return { modules: [named('left a'), { name: 'left background', isBackground: true }, named('left b')], api: { n: ground.double(5) } }
  },
})
const routesOnly = areaPlugin({ name: 'routes only', needs: { left }, setup: () => ({ modules: [], api: {} }) })
const top = areaPlugin({
  name: 'top',
  needs: { ground, routesOnly, left },
  setup: ({ left }) => {
    steps.push(`top ${left.n}`)
    return { modules: [named('top')], api: {} }
  },
})

it('sets up each area once, after the areas that it needs', async () => {
  steps.length = 0
  const { modules, apiOf } = await setUpAreas([top, left, ground], NO_PLATFORM)
  expect(steps).toEqual(['ground', 'left 8', 'top 10'])
  expect(modules.map(({ name }) => name)).toEqual(['ground', 'left a', 'left background', 'left b', 'top'])
  expect(apiOf(ground).double(3)).toBe(6)
})

it('starts a module after the previous one of its area and after the needed areas, also through an area without modules', async () => {
  const { modules } = await setUpAreas([top], NO_PLATFORM)
  expect(modules.map(({ name, after = [] }) => [name, after.map((other) => other.name)])).toEqual([
    ['ground', []],
    ['left a', ['ground']],
    ['left background', ['left a']],
    ['left b', ['left a']],
    ['top', ['ground', 'left b', 'left b']],
  ])
})

it('passes a failed setup on', async () => {
  const broken = areaPlugin({ name: 'broken', needs: { ground }, setup: () => Promise.reject(new Error('no key')) })
  await expect(setUpAreas([broken], NO_PLATFORM)).rejects.toThrow('no key')
})

it('gives setup the declared needs only', () => {
  const undeclared = areaPlugin({
    name: 'undeclared',
    needs: { ground },
    // @ts-expect-error `left` is not among the needs
    setup: ({ left }) => ({ modules: [], api: left }),
  })
  expect(undeclared.needs).toEqual({ ground })
})
