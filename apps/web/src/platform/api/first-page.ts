import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

const FIRST_PAGE: string | undefined = undefined

/** For an infinite query over an endpoint that returns a cursor. */
export const BY_CURSOR = {
  initialPageParam: FIRST_PAGE,
  getNextPageParam: ({ next }: { readonly next: string | null }): string | undefined => next ?? undefined,
}

type Page<Row> = { readonly data: readonly Row[]; readonly next: string | null }

/** For `select`: the rows of all pages. */
export const allRows = <Row>({ pages }: { readonly pages: ReadonlyArray<{ readonly data: readonly Row[] }> }): Row[] =>
  pages.flatMap(({ data }) => data)

/** All rows of a list, of at most `mostPages` pages. */
export async function readAllRows<Row>(mostPages: number, read: (cursor: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const { data, next } = await read(cursor)
    rows.push(...data)
    if (next === null) break
    cursor = next
  }
  return rows
}

type PagesOptions<Row> = {
  readonly queryKey: QueryKey
  readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>
  /** Shows the rows of the previous key until those of the new one are loaded. */
  readonly keepsRows?: boolean
}

/** Rows of a list that an endpoint returns page by page. */
export const useRows = <Row>({ queryKey, read, keepsRows = false }: PagesOptions<Row>) =>
  useInfiniteQuery<Page<Row>, Error, Row[], QueryKey, string | undefined>(
    {
      queryKey,
      queryFn: ({ pageParam, signal }) => read(pageParam, signal),
      ...BY_CURSOR,
      select: allRows,
      ...(keepsRows && { placeholderData: keepPreviousData }),
    },
    queryClient,
  )
