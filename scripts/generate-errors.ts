/** docs/generated/errors.md and one page per code: what happened, why, what to do, and whether the same call may be repeated. */
import type { ErrorEntry } from '@countersign/contract/errors'
import { type Operation, refusalsOf } from '@countersign/contract/operation'
import { catalogueOf } from '@countersign/contract/operations'

const WHY: Readonly<Record<ErrorEntry['status'], string>> = {
  400: 'The call could not be read, or contradicts itself.',
  401: 'The service does not know who is calling: no credential came, or it opens nothing now.',
  403: 'The caller is known, and may not do this.',
  404: "There is nothing there for this caller. Absent and another tenant's are one answer, on purpose.",
  405: 'The address exists, but not with this method.',
  408: 'The call took longer to arrive than the service waits.',
  409: 'The call is right in itself, but does not fit the way things stand now.',
  410: 'It could be used once, or for a time; that is over.',
  413: 'The service reads no more than this, whoever sends it.',
  415: 'The service reads JSON and nothing else.',
  422: 'The call was read, and what it asks for is not right.',
  429: 'A limit protects the service or a person. The call itself may be right.',
  500: 'The service has a fault. It is logged under the `request_id`.',
  503: 'The service, or what it stands on, is away for a moment.',
}

const AGAIN: Readonly<Record<ErrorEntry['retry'], string>> = {
  never: 'No. It would be refused again: change the call, or the state of things, first.',
  safe: 'Yes. Where it carries an idempotency key, send the same one: then nothing happens twice.',
  later: 'Yes, after the seconds in `Retry-After`; with the same idempotency key where it carries one.',
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

Status ${entry.status}. One of the [errors](../errors.md).

## What happened

${entry.meaning}

## Why

${WHY[entry.status]}

## What to do

${entry.recovery}

## May the same call be sent again, with the same key?

${AGAIN[entry.retry]}

## Which calls answer with it

${givenBy(entry, operations)}
`,
    ]),
  )

export const errorIndex = (made: string, operations: readonly Operation[]): string => {
  const rows = catalogueOf(operations).map(
    ({ code, status, meaning }) => `| [\`${code}\`](errors/${code}.md) | ${status} | ${meaning} |`,
  )
  return `${made}

# Errors

Every refusal names a \`code\`, a \`message\` and the \`request_id\`. The code is stable and is what programs look at; the
message says what happened and what to do next, and may change. Each code has a page: why, what to do, and whether the same
call may be sent again.

| Code | Status | What happened |
|---|---|---|
${rows.join('\n')}
`
}
