/** A schema as far as it is used here. */
type Schema<T> = { readonly parse: (value: unknown) => T }

/** A text of JSON in the shape of `schema`. @throws what the schema throws, SyntaxError for what is no JSON */
export const jsonAs = <T>(schema: Schema<T>, text: string): T => schema.parse(JSON.parse(text))

/** The JSON body of an answer, in the shape of `schema`. @throws as `jsonAs` */
export const answerAs = async <T>(schema: Schema<T>, answer: { readonly json: () => Promise<unknown> }): Promise<T> =>
  schema.parse(await answer.json())
