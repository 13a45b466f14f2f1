/** What can be said of an input without a look at any data, told in one answer (spec 7): a second try need not find more. */
import type { Issue } from '@countersign/contract/errors'
import { Refusal } from '../refusal.ts'

const ISSUES_MAX = 100

/** Runs them all. The first refusal gives the code; the issues of the others stand beside its own. */
export const collect = (checks: readonly ((failed: boolean) => void)[]): void => {
  const refusals: Refusal[] = []
  for (const check of checks) {
    try {
      check(refusals.length > 0)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusals.push(error)
    }
  }
  const [first, ...others] = refusals
  if (!first) return
  if (others.length === 0) throw first
  const issues: Issue[] = []
  for (const refusal of refusals) {
    // A field that claims an identity is unknown too, and a time of no form is out of range: each is named by the first.
    const named = new Set(issues.map(({ field }) => field))
    issues.push(...issuesOf(refusal).filter(({ field }) => !named.has(field)))
  }
  throw new Refusal(first.entry, {
    issues: issues.slice(0, ISSUES_MAX),
    message: issues.map(({ field, message }) => `${field}: ${message}`).join('; '),
    details: first.details,
  })
}

const issuesOf = ({ entry, issues }: Refusal): readonly Issue[] =>
  issues.length > 0 ? issues : [{ code: entry.code, field: entry.field ?? 'body', message: entry.meaning }]

export const asObject = (body: unknown): Readonly<Record<string, unknown>> =>
  body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
