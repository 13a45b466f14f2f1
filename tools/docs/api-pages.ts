/** The API reference: a page per resource, made from the contract. */
import { EVENT_KINDS, tierOfEvent } from '@pursestrings/contract/events/kinds'
import { exampleAnswer } from '@pursestrings/contract/example-answer'
import { aboutResource } from '@pursestrings/contract/openapi'
import { credentialsOf, isTextAnswer, type Operation, refusalsOf, roleOf } from '@pursestrings/contract/operation'
import { compareTiers, TIERS, type Tier } from '@pursestrings/contract/tiers'
import type { Schema } from '../generate/sdk/type-text.ts'
import { samplesOf } from './code-samples.ts'
import type { Source } from './stage-page.ts'

/** A schema of the contract as a table of fields. Records with a name are linked to where they are described. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()

/** The records that a field can hold, alone, in a list, or one of several. */
const recordsIn = (schema: Schema): (Schema & { readonly 'x-schema': string })[] => {
  if (schema['x-schema'] !== undefined) return [schema as Schema & { 'x-schema': string }]
  return [...(schema.items ? recordsIn(schema.items) : []), ...(schema.anyOf ?? []).flatMap(recordsIn)]
}

const typeOf = (schema: Schema): string => {
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((one) => `\`${String(one)}\``).join(', ')
  if (schema['x-schema']) return `[${schema['x-schema']}](#${schema['x-schema'].toLowerCase()})`
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

interface Row {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
}

/** Nested objects without a name of their own are written out, as `payment.amount`. */
const rowsOf = (schema: Schema, before = ''): Row[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, one]): Row[] => {
    const row = { name: before + name, schema: one, required: schema.required?.includes(name) ?? false }
    const nested = one.type === 'object' && one.properties && !one['x-schema']
    return nested ? [row, ...rowsOf(one, `${before}${name}.`)] : [row]
  })

const fieldTable = (rows: readonly Row[], { input }: { readonly input: boolean }): string =>
  [
    '| Field | Type | About |',
    '|---|---|---|',
    ...rows.map(({ name, schema, required }) => {
      const must = input ? (required ? ' **required**' : '') : required ? '' : ' may be absent'
      return `| \`${name}\`${must} | ${cell(typeOf(schema))} | ${cell(schema.description ?? '')} |`
    }),
  ].join('\n')

const resourceOf = (o: Operation): string => o.id.split('.')[0] as string
const spoken = (resource: string): string => {
  const words = resource.replaceAll('_', ' ').replace(/^api /, 'API ')
  return words[0]?.toUpperCase() + words.slice(1)
}
/** As the site names headings. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
const placeFor = (resource: string): string => `api/${resource.replaceAll('_', '-')}/`

const CREDENTIALS: Readonly<Record<string, string>> = {
  none: 'none',
  merchant_session: 'a session',
  merchant_key: 'a merchant key (`svc_mkey_…`)',
  agent_token: 'an agent token (`svc_agent_…`)',
  connection_token: 'a connection token (`svc_conn_…`)',
  claim_token: 'a claim token (`svc_claim_…`)',
  device_token: 'a device token (`svc_device_…`)',
  api_key: 'an API key (`x-svc-api-key`)',
  metrics_token: 'the metrics token',
}

const AGAIN: Readonly<Record<Operation['idempotency'], string>> = {
  safe: 'Yes. It changes nothing.',
  key: 'Yes, with the same idempotency key.',
  natural: 'Yes. The second call changes nothing.',
  none: 'Check first: it could happen twice, or be refused although the first call worked.',
}

/** The name of a tier, leading to what it is for. */
const badgeOf = (tier: Tier): string => `[${TIERS[tier].title}](/docs/api/#tiers)`

const needs = (o: Operation): string =>
  [
    `- **Tier**: ${badgeOf(o.tier)}`,
    `- **Credential**: ${credentialsOf(o)
      .map((kind) => CREDENTIALS[kind])
      .join(', or ')}`,
    ...(o.scope ? [`- **Scope**: \`${o.scope}\``] : []),
    ...(o.merchant_scope ? [`- **Merchant key scope**: \`${o.merchant_scope}\``] : []),
    ...(credentialsOf(o).includes('merchant_session') ? [`- **Role**: at least ${roleOf(o)}`] : []),
    `- **Safe to repeat?** ${AGAIN[o.idempotency]}`,
  ].join('\n')

const inputOf = (o: Operation): string => {
  const rows = [o.params, o.query, o.body].flatMap((part) => (part ? rowsOf(part) : []))
  return rows.length === 0 ? '' : `### Fields\n\n${fieldTable(rows, { input: true })}\n`
}

const fence = (language: string, tab: string, code: string): string => `\`\`\`${language} tab="${tab}"\n${code}\n\`\`\``

const answerOf = (o: Operation): string => {
  const example = exampleAnswer(o)
  const text = typeof example === 'string' ? example.trimEnd() : JSON.stringify(example, null, 2)
  const block = `\`\`\`${typeof example === 'string' ? 'text' : 'json'}\n${text}\n\`\`\``
  if (isTextAnswer(o.answer.body)) return block
  const rows = rowsOf(o.answer.body)
  return `${block}\n\n${fieldTable(rows, { input: false })}`
}

/** Its own refusals each by name; those that follow from how any call is made, by their page. */
const errorsOf = (o: Operation): string => {
  const own = o.refuses.map(
    ({ code, status, meaning }) => `| [\`${code}\`](../errors/${code}.md) | ${status} | ${meaning} |`,
  )
  const common = refusalsOf(o).filter((entry) => !o.refuses.includes(entry))
  const links = common.map(({ code }) => `[\`${code}\`](../errors/${code}.md)`).join(', ')
  const table = own.length === 0 ? '' : `| Code | Status | What happened |\n|---|---|---|\n${own.join('\n')}\n\n`
  return `${table}Many calls also return: ${links}.`
}

const operationText = (o: Operation): string => `## ${o.summary}

\`\`\`http
${o.method} ${o.path}
\`\`\`

${o.description}

${needs(o)}

${samplesOf(o)
  .map(({ tab, language, code }) => fence(language, tab, code))
  .join('\n\n')}

${inputOf(o)}
### Response ${o.answer.status}

${answerOf(o)}

### Errors

${errorsOf(o)}
`

/** Every record that answers of these operations hold, those inside of others too. */
const recordsOf = (list: readonly Operation[]): Map<string, Schema> => {
  const found = new Map<string, Schema>()
  const visit = (schema: Schema): void => {
    for (const record of recordsIn(schema)) {
      if (found.has(record['x-schema'])) continue
      found.set(record['x-schema'], record)
      for (const { schema: field } of rowsOf(record)) visit(field)
    }
  }
  for (const o of list) {
    const { body } = o.answer
    const inputs = [o.params, o.query, o.body].flatMap((part) => (part ? rowsOf(part) : []))
    const answers = isTextAnswer(body) ? [] : rowsOf(body)
    for (const { schema } of [...inputs, ...answers]) visit(schema)
  }
  return found
}

const recordText = ([name, schema]: [string, Schema]): string =>
  `### ${name}\n\n${schema.description ? `${schema.description}\n\n` : ''}${fieldTable(rowsOf(schema), { input: false })}\n`

const pageOf = (resource: string, list: readonly Operation[]): Source => {
  const records = [...recordsOf(list)]
  const markdown = `# ${spoken(resource)}

| What you can do | Call | Tier |
|---|---|---|
${list.map((o) => `| [${o.summary}](#${anchorOf(o.summary)}) | \`${o.method} ${o.path}\` | ${badgeOf(o.tier)} |`).join('\n')}

${list.map(operationText).join('\n')}
${records.length === 0 ? '' : `## Records\n\n${records.map(recordText).join('\n')}`}`
  const place = placeFor(resource)
  // In docs/generated/, as far as its links are concerned.
  return {
    file: `docs/generated/${place.replace(/\/$/, '.md')}`,
    place,
    markdown,
    about: aboutResource(resource),
    menu_title: spoken(resource),
    contents_depth: 2,
  }
}

const tierRows = (operations: readonly Operation[]): string =>
  Object.entries(TIERS)
    .map(([tier, { title, about }]) => `| ${title} | ${about} | ${operations.filter((o) => o.tier === tier).length} |`)
    .join('\n')

/** What the specification names comes first: among resources, and on the page of each. */
export const apiPages = (operations: readonly Operation[]): Source[] => {
  const groups = [
    ...Map.groupBy(
      operations.toSorted((a, b) => compareTiers(a.tier, b.tier)),
      resourceOf,
    ),
  ]
  const rows = groups.map(([resource, list]) => {
    const calls = list.length === 1 ? '1 call' : `${list.length} calls`
    return `| [${spoken(resource)}](/docs/${placeFor(resource)}) | ${aboutResource(resource)} | ${calls} |`
  })
  const index: Source = {
    file: 'docs/generated/api.md',
    place: 'api/',
    about: 'Every call, with its fields, examples in curl, TypeScript and the CLI, and the errors it can give.',
    leads_on: false,
    markdown: `# API reference

## Base URL

All paths start at the address of the service, such as \`http://127.0.0.1:8787\` for \`npm run dev\`. Bodies and answers are JSON.
You can download it as one file: [OpenAPI 3.1](openapi.json). To try calls in the browser, open the [explorer](/docs/explorer/).

## Credentials

Each call lists the credentials it accepts. Send exactly one, as \`Authorization: Bearer …\`; project API keys go in
\`x-svc-api-key\`. See [which credential you need](../authentication.md).

## Retries

The two calls that create a payment, \`POST /v1/payment-requests\` and \`POST /v1/agent-payments\`, need an idempotency key. Send the
same key again after a timeout, and you get the same payment back, never a second one. Other calls have no key; each shows whether you
can safely repeat it. See [retry safely](../retries.md).

## Pages

Lists return up to \`limit\` records and a \`next_cursor\`. Pass it as \`cursor\` to get the next page; it's null on the last one. Event
feeds use numbers instead: pass the last \`cursor\` you've seen as \`since\`.

## Errors

An error has a \`code\` that never changes, a \`message\` for people, and a \`doc_url\` with its page. See all
[error codes](errors.md).

## Limits

If you exceed a limit, you get 429 with \`Retry-After\`. Wait that many seconds, then send the same call again.

## Tiers

Each call, error and event says whether the specification names it, whether it completes the specification, or which module beyond it
belongs to. A service can [leave out the modules](../operators.md#the-specification-alone).

| Tier | What it holds | Calls |
|---|---|---|
${tierRows(operations)}

## Events

| Event | Tier |
|---|---|
${EVENT_KINDS.map((kind) => `| \`${kind}\` | ${TIERS[tierOfEvent(kind)].title} |`).join('\n')}

## Resources

| Resource | What it is for | Calls |
|---|---|---|
${rows.join('\n')}
`,
  }
  return [index, ...groups.map(([resource, list]) => pageOf(resource, list))]
}
