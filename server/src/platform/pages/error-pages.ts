/**
 * The errors, made from the contract: docs/generated/errors.md has all of them with what to do; /docs/errors/ also has a page per
 * code, with an example and the calls that return it. Those pages are made when they are needed, and are no files.
 */
import type { ErrorEntry } from '@pursestrings/contract/errors'
import { type Operation, refusalsOf } from '@pursestrings/contract/operation'
import { catalogueOf, tierOfError } from '@pursestrings/contract/operations'
import { TIERS } from '@pursestrings/contract/tiers'
import { docUrlOf, wrapFailure } from '@pursestrings/contract/wire/envelopes'

const AGAIN: Readonly<Record<ErrorEntry['retry'], string>> = {
  never: "No. It would fail again: fix what's described above first.",
  safe: 'Yes. If it has an idempotency key, send the same one, so that nothing happens twice.',
  later: 'Yes, after the number of seconds in `Retry-After`. If it has an idempotency key, send the same one.',
}

/** As the first call that can fail this way answers. */
const exampleOf = (entry: ErrorEntry, operations: readonly Operation[]): string => {
  const surface = operations.find((o) => refusalsOf(o).includes(entry))?.surface ?? 'payment_requests'
  const message = `${entry.meaning} ${entry.recovery}`
  const issues = entry.field === undefined ? {} : { issues: [{ code: entry.code, field: entry.field, message }] }
  const failed = { code: entry.code, message, doc_url: docUrlOf('https://pay.example.com', entry.code), ...issues }
  const answer = wrapFailure(surface, failed, {
    request_id: 'req_01k0000000e008000000000000',
    now: new Date('2026-11-15T09:30:00Z'),
  })
  return `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``
}

const givenBy = (entry: ErrorEntry, operations: readonly Operation[]): string => {
  const where = operations.filter((o) => refusalsOf(o).includes(entry))
  if (where.length === 0 || where.length === operations.length) return 'Any call.'
  return where.map((o) => `- \`${o.method} ${o.path}\`: ${o.summary}`).join('\n')
}

/** By the file that each would be. */
export const errorPages = (operations: readonly Operation[]): ReadonlyMap<string, string> =>
  new Map(
    catalogueOf(operations).map((entry) => [
      `docs/generated/errors/${entry.code}.md`,
      `# \`${entry.code}\`

HTTP status ${entry.status}. Tier: ${TIERS[tierOfError(entry, operations)].title}. See [all errors](../errors.md).

## What happened

${entry.meaning}

## What to do

${entry.recovery}

## Can you retry?

${AGAIN[entry.retry]}

## Example

${exampleOf(entry, operations)}

## Which calls return it

${givenBy(entry, operations)}
`,
    ]),
  )

export const errorIndex = (made: string, operations: readonly Operation[]): string => {
  const catalogue = catalogueOf(operations)
  const rows = catalogue.map(
    ({ code, status, meaning }) => `| [\`${code}\`](errors.md#${code.toLowerCase()}) | ${meaning} (${status}) |`,
  )
  const sections = catalogue.map(
    ({ code, recovery, retry }) => `## \`${code}\`

- What to do: ${recovery}
- Can you retry? ${AGAIN[retry]}
`,
  )
  return `${made}

# Errors

Every error has a \`code\`, a \`message\` and a \`request_id\`. Your program should check the code, which never changes. The
message is for people: it says what happened and what to do, and we may reword it. The documentation site has a page for each
code, with an example.

| Code | What happened, and the HTTP status |
|---|---|
${rows.join('\n')}

${sections.join('\n')}`
}
