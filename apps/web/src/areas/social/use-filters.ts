import { useSearchParams } from 'react-router'
import type { FeedFilters } from './social-queries.ts'

const RULES = {
  symbol: /^[A-Z0-9]{1,12}$/,
  side: /^(long|short)$/,
  state: /^(open|scored|missing)$/,
  author: /^[0-9a-f-]{36}$/,
  followed: /^true$/,
} as const
export const FILTER_NAMES = ['symbol', 'side', 'state', 'author', 'followed'] as const
type Name = (typeof FILTER_NAMES)[number]

export const filtersOf = (params: URLSearchParams): FeedFilters =>
  Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const value = params.get(name)
      return value !== null && RULES[name].test(value) ? [[name, value]] : []
    }),
  )

export function useFilters() {
  const [params, setParams] = useSearchParams()
  const set = (name: Name, value: string | null): void =>
    setParams((now) => {
      if (value === null || value === '') now.delete(name)
      else now.set(name, value)
      return now
    })
  const clear = (): void =>
    setParams((now) => {
      for (const name of FILTER_NAMES) now.delete(name)
      return now
    })
  return { filters: filtersOf(params), set, clear }
}
