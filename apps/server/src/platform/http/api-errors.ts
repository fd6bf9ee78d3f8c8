import type { ProblemCode } from '@aerie/wire/problem-codes'


/** Errors beyond those derived from a route's kind (`routeErrors` in api-document.ts). Integration tests fail on undocumented codes. */
export const ROUTE_ERRORS: Readonly<Record<string, readonly ProblemCode[]>> = {

}
