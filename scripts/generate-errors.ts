/** docs/generated/errors.md and one page per code: what happened, what to do, whether to retry, and an example. */
import type { ErrorEntry } from '@countersign/contract/errors'
import { type Operation, refusalsOf } from '@countersign/contract/operation'
import { catalogueOf } from '@countersign/contract/operations'
import { docUrlOf, wrapFailure } from '@countersign/contract/wire/envelopes'

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

export const errorPages = (made: string, operations: readonly Operation[]): Record<string, string> =>
  Object.fromEntries(
    catalogueOf(operations).map((entry) => [
      `${entry.code}.md`,
      `${made}

# \`${entry.code}\`

HTTP status ${entry.status}. See [all errors](../errors.md).

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
  const rows = catalogueOf(operations).map(
    ({ code, status, meaning }) => `| [\`${code}\`](errors/${code}.md) | ${meaning} (${status}) |`,
  )
  return `${made}

# Errors

Every error has a \`code\`, a \`message\` and a \`request_id\`. Your program should check the code, which never changes. The
message is for people: it says what happened and what to do, and we may reword it. Each code has a page with an example.

| Code | What happened, and the HTTP status |
|---|---|
${rows.join('\n')}
`
}
