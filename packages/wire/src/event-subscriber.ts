import * as z from 'zod/mini'

type Emitter = { on(event: string, listener: (...args: unknown[]) => void): unknown }
type Schemas = Readonly<Record<string, z.core.$ZodType>>

/** Validation errors of a message by dotted path; `''` is the whole message. */
export type WireFault = { readonly event: string; readonly errors: Record<string, string[]> }

/** Groups the issues of a failed parse by field, for `problem.errors` and for faults. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string[]> {
  // A map, because clients choose the field names, including `__proto__`.
  const errors = new Map<string, string[]>()
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.')
    const messages = errors.get(path)
    if (messages === undefined) errors.set(path, [issue.message])
    else messages.push(issue.message)
  }
  return Object.fromEntries(errors)
}

/** Validates each received message against its event map before `handle`; invalid ones go to `report` and are dropped. */
export const eventSubscriber =
  <S extends Schemas>(schemas: S, report: (fault: WireFault, emitter: Emitter, message: unknown) => void) =>
  <E extends keyof S & string>(emitter: Emitter, event: E, handle: (message: z.output<S[E]>) => void): void => {
    const schema = schemas[event] as S[E]
    emitter.on(event, (message) => {
      const parsed = z.safeParse(schema, message)
      if (parsed.success) handle(parsed.data)
      else report({ event, errors: fieldErrors(parsed.error) }, emitter, message)
    })
  }
