import { lesson } from '@aerie/wire/learn'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type WrittenLesson, writtenLesson } from './lesson.ts'
import { LESSONS, lessonNamed, readersLesson } from './lessons.ts'

const REQUIRED = [
  'first-trade',
  'order-types',
  'candles',
  'volatility',
  'forecast-cone',
  'position-sizing',
  'stops',
  'leverage',
  'funding',
  'diversification',
  'self-custody',
  'staking-risks',
  'journaling',
]

it('contains every required lesson, each id once, with the first trade first', () => {
  const ids = LESSONS.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(REQUIRED))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids[0]).toBe('first-trade')
})

it.each(LESSONS)('has $id match the lesson schema, both as written and as read', (written) => {
  expect(z.parse(writtenLesson, written)).toEqual(written)
  expect(z.parse(lesson, readersLesson(written))).toEqual(readersLesson(written))
})

it.each(LESSONS)('does not reveal to a reader of $id which choice is right or how the task is checked', (written) => {
  const lessonJson = JSON.stringify(readersLesson(written))
  expect(lessonJson).not.toMatch(/"(right|why|check)"/)
  for (const { why } of written.quiz) for (const reason of Object.values(why)) expect(lessonJson).not.toContain(JSON.stringify(reason))
})

it('does not reveal the right choice by its position', () => {
  const positions = LESSONS.flatMap((written) => {
    const asked = readersLesson(written).quiz
    return written.quiz.map(({ right }, index) => asked[index]?.choices.findIndex(({ id }) => id === right))
  })
  for (const place of [0, 1, 2]) expect(positions.filter((one) => one === place).length / positions.length).toBeLessThan(0.5)
})

const valid = LESSONS[0] as WrittenLesson
it.each([
  ['a right choice that is none', { quiz: valid.quiz.map((question) => ({ ...question, right: 'nowhere' })) }],
  ['a choice without its reason', { quiz: valid.quiz.map((question) => ({ ...question, why: {} })) }],
  ['a question that occurs twice', { quiz: [...valid.quiz, valid.quiz[0]] }],
  ['a link that leaves the product', { task: { ...valid.task, to: '//evil.example' } }],
  ['a link that is a script', { task: { ...valid.task, to: 'javascript:alert(1)' } }],
  ['no source', { sources: [] }],
  ['a name with a slash', { id: '../first' }],
])('refuses a lesson with %s', (_what, change) => expect(z.safeParse(writtenLesson, { ...valid, ...change }).success).toBe(false))

it('finds no lesson by the name of an object property', () => {
  for (const name of ['__proto__', 'constructor', 'toString', '']) expect(lessonNamed(name)).toBeUndefined()
})

const FIGURES = LESSONS.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'figure' ? [block.figure] : [])))

it('has candles whose high and low enclose all prices', () => {
  const candles = FIGURES.flatMap((figure) => (figure.kind === 'candles' ? figure.candles : []))
  expect(candles.length).toBeGreaterThan(0)
  for (const [open, high, low, close] of candles) expect([low, high]).toEqual([Math.min(open, low, close), Math.max(open, high, close)])
})

it('has sorted ladders without overlap', () => {
  const ladders = FIGURES.flatMap((figure) => (figure.kind === 'ladder' ? [figure] : []))
  expect(ladders.length).toBeGreaterThan(0)
  for (const ladder of ladders) {
    const [bids, asks] = [ladder.bids.map(([price]) => price), ladder.asks.map(([price]) => price)]
    expect([bids.toSorted((a, b) => b - a), asks.toSorted((a, b) => a - b)]).toEqual([bids, asks])
    expect(Math.max(...bids)).toBeLessThan(Math.min(...asks))
  }
})
