/** Reads both envelopes of the service (`ok` and `success`): the answer without its wrapping, or the refusal. */
import { type ApiError, apiErrorOf, type Issue } from './api-error.ts'

type Json = Readonly<Record<string, unknown>>

/** What is no JSON object, such as the page of a proxy, reads as undefined. */
export const readJson = (text: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

export const answerIn = (json: Json): unknown => {
  const { ok: _ok, ...answer } = json
  return withoutLinks(json.success === true ? json.data : answer)
}

/** A link that was sent is nobody's signed word, so it is handed to nobody: `walletLink` builds one from checked facts. */
const withoutLinks = (answer: unknown): unknown => {
  const records = [answer, ...Object.values(objectOr(answer)).flat()]
  for (const record of records) Reflect.deleteProperty(objectOr(record), 'handoff')
  return answer
}

export const refusalIn = (response: Response, json: Json | undefined): ApiError => {
  const error = objectOr(json?.error)
  const { code, message, request_id, field, issues, details, ...rest } = error
  const { doc_url, ...more } = { ...objectOr(details), ...rest }
  return apiErrorOf({
    code: textOr(code) ?? 'unexpected_answer',
    status: response.status,
    message: textOr(message) ?? `The service, or something before it, answered ${response.status} without saying why.`,
    request_id: textOr(request_id) ?? textOr(json?.request_id) ?? requestIdOf(response),
    doc_url: textOr(doc_url),
    field: textOr(field) ?? textOr(more.field),
    issues: issuesIn(issues ?? more.issues),
    details: more,
    retry_after_s: retryAfterOf(response),
  })
}

export const requestIdOf = (response: Response): string | undefined => response.headers.get('x-request-id') ?? undefined

/** Seconds, or a date that is still to come. */
export const retryAfterOf = ({ headers }: Response): number | undefined => {
  const said = headers.get('retry-after')
  if (said === null) return undefined
  if (/^\d+$/.test(said)) return Number(said)
  const at = Date.parse(said)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const objectOr = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const issuesIn = (value: unknown): readonly Issue[] => (Array.isArray(value) ? (value as Issue[]) : [])
