export const FIRST_PAGE: string | undefined = undefined

/** For `select`: the rows of all pages. */
export const allRows = <Row>({ pages }: { readonly pages: ReadonlyArray<{ readonly data: readonly Row[] }> }): Row[] =>
  pages.flatMap(({ data }) => data)
