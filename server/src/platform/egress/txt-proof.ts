// Decides when a TXT value counts as published on purpose: every resolver sees it, and a name nobody chose does not
// answer the same.
import { randomBytes } from 'node:crypto'
import type { Dns, DnsAnswer, DnsOutcome } from './dns.ts'
import { foreignText, type OutboundErrorKind } from './outbound-error.ts'

/** What one place answered, for a page that shows it. */
export interface Check {
  readonly from: string
  readonly kind: 'resolver' | 'wildcard' | 'file'
  readonly outcome: DnsOutcome | OutboundErrorKind | 'wrong_status'
  readonly values: string[]
  readonly matches: boolean
  readonly ttl_s: number | null
  readonly took_ms: number
}

/** `seen` has one line per resolver, for the person who has to repair the record. */
export type Agreement = { readonly ok: boolean; readonly seen: readonly string[]; readonly checks: Check[] }

/** All must agree: one resolver without the value may be the only one that nobody has poisoned. */
export function agreed(answers: readonly DnsAnswer[], expected: string): Agreement {
  const ok = answers.length > 0 && answers.every((answer) => holds(answer, expected))
  return { ok, seen: answers.map(describe), checks: answers.map((answer) => checkOf(answer, 'resolver', expected)) }
}

/** A name beside `name` that cannot have been published: `_x.example` → `_x-3f9c….example`. */
export function siblingOf(name: string): string {
  const [label = '', ...parents] = name.split('.')
  return [`${label}-${randomBytes(8).toString('hex')}`, ...parents].join('.')
}

/** Asks for the value and for a random sibling; a wildcard record proves nothing about who set it up for us. */
export async function proveTxt(
  dns: Pick<Dns, 'txt'>,
  name: string,
  expected: string,
): Promise<Agreement & { readonly at: string }> {
  const [answers, siblings] = await Promise.all([dns.txt(name), dns.txt(siblingOf(name))])
  const { ok, seen, checks } = agreed(answers, expected)
  const doubts = siblings.flatMap((sibling) => {
    if (holds(sibling, expected)) return [`${sibling.resolver}: a wildcard record answers the same for any name`]
    // Silence about the sibling would let an attacker hide the wildcard by dropping one question.
    if (sibling.outcome === 'timeout' || sibling.outcome === 'error') {
      return [`${sibling.resolver}: could not rule out a wildcard record`]
    }
    return []
  })
  return {
    at: new Date().toISOString(),
    ok: ok && doubts.length === 0,
    seen: [...seen, ...(ok ? doubts : [])],
    checks: [...checks, ...siblings.map((sibling) => checkOf(sibling, 'wildcard', expected))],
  }
}

const VALUES_MAX = 5
const VALUE_MAX = 100

const checkOf = (answer: DnsAnswer, kind: Check['kind'], expected: string): Check => ({
  from: answer.resolver,
  kind,
  outcome: answer.outcome,
  values: answer.values.slice(0, VALUES_MAX).map((value) => foreignText(value, VALUE_MAX)),
  matches: holds(answer, expected),
  // Node's resolver does not tell it for TXT records.
  ttl_s: null,
  took_ms: answer.took_ms,
})

function holds(answer: DnsAnswer, expected: string): boolean {
  return answer.outcome === 'answer' && answer.values.includes(expected)
}

const DESCRIPTIONS: Readonly<Record<DnsOutcome, (answer: DnsAnswer) => string>> = {
  answer: ({ values }) => excerpt(values),
  nxdomain: () => 'no such name',
  no_data: () => 'the name has no TXT record',
  timeout: () => 'no answer in time',
  error: ({ detail }) => `refused or failed (${detail ?? 'unknown'})`,
}

function describe(answer: DnsAnswer): string {
  return `${answer.resolver}: ${DESCRIPTIONS[answer.outcome](answer)}`
}

function excerpt(values: readonly string[]): string {
  const examples = values.slice(0, VALUES_MAX).map((value) => `"${foreignText(value, VALUE_MAX)}"`)
  return values.length > examples.length
    ? `${examples.join(', ')} and ${values.length - examples.length} more`
    : examples.join(', ')
}
