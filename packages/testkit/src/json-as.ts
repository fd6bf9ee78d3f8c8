type Schema<T> = { readonly parse: (value: unknown) => T }

/** Parses JSON by a schema. @throws schema errors; SyntaxError for invalid JSON */
export const jsonAs = <T>(schema: Schema<T>, text: string): T => schema.parse(JSON.parse(text))

/** Parses a JSON response by a schema. @throws as `jsonAs` */
export const answerAs = async <T>(schema: Schema<T>, answer: { readonly json: () => Promise<unknown> }): Promise<T> =>
  schema.parse(await answer.json())
