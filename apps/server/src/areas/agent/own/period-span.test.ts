import { describe, expect, it } from 'vitest'
import { periodSpan } from './period-span.ts'

/** A Sunday in UTC; already Monday in Berlin. */
const NOW = Date.UTC(2026, 10, 22, 23, 30)
const days = (period: string, zone: string, now = NOW) => {
  const span = periodSpan(period, now, zone)
  return span && `${span.from} ${span.to}`
}

describe('a period', () => {
  it.each([
    ['today', '2026-11-22 2026-11-22', '2026-11-23 2026-11-23'],
    ['yesterday', '2026-11-21 2026-11-21', '2026-11-22 2026-11-22'],
    ['this_week', '2026-11-16 2026-11-22', '2026-11-23 2026-11-23'],
    ['last_week', '2026-11-09 2026-11-15', '2026-11-16 2026-11-22'],
    ['this_month', '2026-11-01 2026-11-22', '2026-11-01 2026-11-23'],
    ['last_month', '2026-10-01 2026-10-31', '2026-10-01 2026-10-31'],
    ['this_quarter', '2026-10-01 2026-11-22', '2026-10-01 2026-11-23'],
    ['last_quarter', '2026-07-01 2026-09-30', '2026-07-01 2026-09-30'],
    ['from_07-01_to_09-30', '2026-07-01 2026-09-30', '2026-07-01 2026-09-30'],
    ['weekday_1_to_3', '2026-11-16 2026-11-18', '2026-11-16 2026-11-18'],
    ['weekday_5_to_1', '2026-11-13 2026-11-16', '2026-11-20 2026-11-23'],
    ['weekday_3_to_7', '2026-11-18 2026-11-22', '2026-11-18 2026-11-22'],
    ['this_year', '2026-01-01 2026-11-22', '2026-01-01 2026-11-23'],
    ['last_year', '2025-01-01 2025-12-31', '2025-01-01 2025-12-31'],
    ['last_7_days', '2026-11-16 2026-11-22', '2026-11-17 2026-11-23'],
    ['month_10', '2026-10-01 2026-10-31', '2026-10-01 2026-10-31'],
    ['month_11', '2026-11-01 2026-11-22', '2026-11-01 2026-11-23'],
    ['since_month_10', '2026-10-01 2026-11-22', '2026-10-01 2026-11-23'],
    ['month_12', '2025-12-01 2025-12-31', '2025-12-01 2025-12-31'],
    ['days_ago_3', '2026-11-19 2026-11-19', '2026-11-20 2026-11-20'],
    ['weekday_7', '2026-11-15 2026-11-15', '2026-11-22 2026-11-22'],
    ['weekday_1', '2026-11-16 2026-11-16', '2026-11-16 2026-11-16'],
    ['since_weekday_5', '2026-11-20 2026-11-22', '2026-11-20 2026-11-23'],
    ['on_03-03', '2026-03-03 2026-03-03', '2026-03-03 2026-03-03'],
    ['on_11-23', '2025-11-23 2025-11-23', '2026-11-23 2026-11-23'],
    ['from_11-05', '2026-11-05 2026-11-22', '2026-11-05 2026-11-23'],
    ['from_03-03_to_03-10', '2026-03-03 2026-03-10', '2026-03-03 2026-03-10'],
    ['from_12-20_to_01-05', '2025-12-20 2026-01-05', '2025-12-20 2026-01-05'],
    ['from_11-20_to_11-30', '2026-11-20 2026-11-22', '2026-11-20 2026-11-23'],
    ['weekend', '2026-11-21 2026-11-22', '2026-11-21 2026-11-22'],
    ['last_weekend', '2026-11-14 2026-11-15', '2026-11-21 2026-11-22'],
    ['last_week_day_5', '2026-11-13 2026-11-13', '2026-11-20 2026-11-20'],
    ['week_11-11', '2026-11-09 2026-11-15', '2026-11-09 2026-11-15'],
    ['week_11-18', '2026-11-16 2026-11-22', '2026-11-16 2026-11-22'],
    ['on_22', '2026-11-22 2026-11-22', '2026-11-22 2026-11-22'],
    ['on_23', '2026-10-23 2026-10-23', '2026-11-23 2026-11-23'],
    ['on_31', '2026-10-31 2026-10-31', '2026-10-31 2026-10-31'],
    ['from_10', '2026-11-10 2026-11-22', '2026-11-10 2026-11-23'],
    ['from_03_to_10', '2026-11-03 2026-11-10', '2026-11-03 2026-11-10'],
    ['after_11-10', '2026-11-11 2026-11-22', '2026-11-11 2026-11-23'],
    ['before_11-01', 'null 2026-10-31', 'null 2026-10-31'],
    ['before_12-01', 'null 2025-11-30', 'null 2025-11-30'],
    ['until_11-05', 'null 2026-11-05', 'null 2026-11-05'],
    // Later this month: up to today, not to a year ago.
    ['until_11-30', 'null 2026-11-22', 'null 2026-11-23'],
    ['until_11-31', 'null 2026-11-22', 'null 2026-11-23'],
    ['until_12-05', 'null 2025-12-05', 'null 2025-12-05'],
    ['from_2024-02-01_to_2024-02-31', '2024-02-01 2024-02-29', '2024-02-01 2024-02-29'],
  ])('consists of days in the zone: %s', (period, inUtc, inBerlin) => {
    expect([days(period, 'UTC'), days(period, 'Europe/Berlin')]).toEqual([inUtc, inBerlin])
  })

  it('starts and ends at midnight in the zone, even across a clock change', () => {
    const span = periodSpan('month_3', NOW, 'Europe/Berlin')
    expect(span).toMatchObject({ fromMs: Date.UTC(2026, 1, 28, 23), endMs: Date.UTC(2026, 2, 31, 22) })
    // In Cairo the clocks go forward at midnight: the day begins at 01:00.
    const cairo = periodSpan('today', Date.UTC(2026, 3, 24, 12), 'Africa/Cairo')
    expect(cairo?.fromMs).toBe(Date.UTC(2026, 3, 23, 22))
    expect(periodSpan('today', NOW, 'Asia/Kathmandu')?.fromMs).toBe(Date.UTC(2026, 10, 22, 18, 15))
  })

  it('in January refers to the previous year', () => {
    const january = Date.UTC(2027, 0, 3, 12)
    expect(days('last_month', 'UTC', january)).toBe('2026-12-01 2026-12-31')
    expect(days('last_week', 'UTC', january)).toBe('2026-12-21 2026-12-27')
    expect(days('last_quarter', 'UTC', january)).toBe('2026-10-01 2026-12-31')
  })

  it.each([
    '',
    'month_13',
    'month_0',
    'last_x_days',
    'tomorrow',
    'weekday_8',
    'weekday_1_to_8',
    'on_2027-01-01',
    'after_2026-11-22',
    'last_week_day_8',
    'from_2026-03-10_to_2026-03-03',
  ])('is undefined for an invalid value: %j', (period) => expect(periodSpan(period, NOW, 'UTC')).toBeUndefined())
})
