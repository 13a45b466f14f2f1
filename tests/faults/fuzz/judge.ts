/** Whether an answer is one that the OpenAPI document foresees, for the operation or, where the address was changed, for another. */
import { operations, UNROUTED } from '@pursestrings/contract/operations'
import type { Answered, Document } from '../../../server/test/documented.ts'
import type { FuzzCall } from './calls.ts'
import type { WireAnswer } from './wire.ts'

const BEFORE_A_ROUTE: ReadonlyMap<string, number> = new Map(UNROUTED.map(({ code, status }) => [code, status]))

export const answeredBy = ({ status, headers, text }: WireAnswer): Answered => ({
  status,
  content_type: headers.get('content-type') ?? '',
  text,
})

/** The code of a failure in the form of either surface. */
export const codeOf = ({ text, content_type }: Answered): string | undefined => {
  if (!content_type.startsWith('application/json')) return undefined
  try {
    const { error } = JSON.parse(text) as {
      error?: { code?: string; doc_url?: string; details?: { doc_url?: string } }
    }
    return typeof (error?.doc_url ?? error?.details?.doc_url) === 'string' ? error?.code : undefined
  } catch {
    return undefined
  }
}

export const isBeforeARoute = (answered: Answered): boolean =>
  BEFORE_A_ROUTE.get(codeOf(answered) ?? '') === answered.status

/** What is wrong; undefined where nothing is. */
export const judge = (
  document: Document,
  id: string,
  { part, method, target }: Pick<FuzzCall, 'part' | 'method' | 'target'>,
  answered: Answered,
): string | undefined => {
  const tried = (operation: string): string | undefined => {
    try {
      return document(operation, answered)
    } catch (error) {
      return `${answered.status} is no JSON: ${String(error)}`
    }
  }
  const wrong = tried(id)
  if (wrong === undefined) return undefined
  if (part !== 'input' && part !== 'credential' && isBeforeARoute(answered)) return undefined
  // An id that is too long for any record is no address of ours.
  if (answered.status === 404 && isBeforeARoute(answered)) return undefined
  // Preflights, and answers to HEAD, have no body that could be looked at.
  if (method === 'HEAD' || method === 'OPTIONS') return undefined
  if (part !== 'address' && part !== 'frame') return wrong
  const isPage = !target.startsWith('/v1/') && /^(text\/|application\/json|image\/)/.test(answered.content_type)
  if (isPage && answered.status < 500) return undefined
  return operations.some((o) => o.method === method && tried(o.id) === undefined) ? undefined : wrong
}
