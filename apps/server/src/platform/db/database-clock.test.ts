import type { Pool } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { databaseClock } from './database-clock.ts'

const HOUR_MS = 3_600_000

/** A database whose time is `ahead` of `elapsed`, and which takes `roundTrip` ms, all of it on the way back. */
function staged() {
  const stage = { elapsed: 1_000, ahead: HOUR_MS, roundTrip: 0 }
  const query = async () => {
    const now = stage.elapsed + stage.ahead
    stage.elapsed += stage.roundTrip
    return { rows: [{ now }] }
  }
  const open = async () => {
    const opened = await databaseClock({ query } as unknown as Pick<Pool, 'query'>, () => stage.elapsed)
    onTestFinished(opened.stop)
    return opened
  }
  return { stage, open }
}

it('shows the database’s time, and runs on by the process’s own monotonic clock', async () => {
  const { stage, open } = staged()
  const { clock } = await open()
  expect(clock.now()).toBe(HOUR_MS + 1_000)
  stage.elapsed += 250
  expect(clock.now()).toBe(HOUR_MS + 1_250)
})

it('is wrong by half of the round trip at most, and keeps the closest reading', async () => {
  const { stage, open } = staged()
  stage.roundTrip = 80
  const { clock, measure } = await open()
  const error = (): number => Math.abs(clock.now() - (stage.elapsed + stage.ahead))
  expect(error()).toBe(40)
  stage.roundTrip = 2
  await measure()
  expect(error()).toBe(1)
  stage.roundTrip = 80
  await measure()
  expect(error()).toBe(1)
})

it('follows when the database’s clock is set, even by a slow answer, and when a close reading has aged', async () => {
  const { stage, open } = staged()
  const { clock, measure } = await open()
  stage.roundTrip = 80
  stage.ahead -= HOUR_MS / 2
  await measure()
  expect(Math.abs(clock.now() - (stage.elapsed + stage.ahead))).toBe(40)
  stage.roundTrip = 0
  await measure()
  stage.elapsed += HOUR_MS
  stage.ahead += 30
  stage.roundTrip = 20
  await measure()
  expect(Math.abs(clock.now() - (stage.elapsed + stage.ahead))).toBe(10)
})
