/** packages/sdk/src/generated/clients.ts and operations.ts: the methods of each client, and what the transport knows of each call. */
import { changesState, credentialsOf, type Operation } from '@countersign/contract/operation'
import { type CallShape, CLIENT_NAMES, type ClientName, kindsFor } from './call-shape.ts'
import { comment, pascal, type Schema, typeText } from './type-text.ts'

export const clientsText = (shapes: readonly CallShape[]): string => {
  const [calls, records] = [new Set<string>(), new Set<string>()]
  const interfaces = CLIENT_NAMES.map((client) => {
    const own = shapes.filter((shape) => shape.clients.includes(client))
    const resources = [...Map.groupBy(own, (shape) => shape.resource)].map(
      ([resource, list]) =>
        `readonly ${resource}: {\n${list.map((shape) => methodText(client, shape, calls, records)).join('\n')}\n}`,
    )
    return `export interface ${pascal(client)}Operations {\n${resources.join('\n')}\n}`
  })
  return `/** The methods of each client, by resource. Made at run time from the list of operations. */
import type { Call, CallOptions, KeyedCallOptions } from '../call.ts'
import type { Pages } from '../pages.ts'
import type { TextStream } from '../text-stream.ts'
import type { ${[...calls].toSorted().join(', ')} } from './calls.ts'
import type { ${[...records].toSorted().join(', ')} } from './records.ts'

${interfaces.join('\n\n')}
`
}

const methodText = (client: ClientName, shape: CallShape, calls: Set<string>, records: Set<string>): string => {
  const { operation, action, name, ids, input, page, answers, takes_key } = shape
  const claims = kindsFor(client, shape)[0] === 'claim_token'
  const parts = [...(input ? [`${name}Input`] : []), ...(claims ? ['{ readonly claim_token: string }'] : [])]
  if (input) calls.add(`${name}Input`)
  if (answers !== 'text') calls.add(`${name}Answer`)
  const optional = !claims && (input?.required ?? []).length === 0
  const given = [
    ...ids.map((id) => `${id}: string`),
    ...(parts.length > 0 ? [`input${optional ? '?' : ''}: ${parts.join(' & ')}`] : []),
    `options?: ${takes_key ? 'KeyedCallOptions' : 'CallOptions'}`,
  ]
  const items = page && (operation.answer.body as Schema).properties?.[page]?.items
  const mention = (record: string) => records.add(record)
  if (answers === 'text') return `${said(operation)}${action}(${given.join(', ')}): TextStream`
  const answer = items ? `Pages<${typeText(items, { mention, input: false })}, ${name}Answer>` : `Call<${name}Answer>`
  return `${said(operation)}${action}(${given.join(', ')}): ${answer}`
}

const said = ({ summary, description }: Operation): string => comment(`${summary}. ${description}`)

export const operationsText = (shapes: readonly CallShape[]): string => {
  const entries = shapes.map((shape) => {
    const { operation, resource, action, clients, ids, input, query, page, answers } = shape
    const { id, method, path, surface = 'payment_requests' } = operation
    const facts = {
      id,
      resource,
      action,
      method,
      path,
      summary: operation.summary,
      ids,
      query,
      takes_input: input !== undefined,
      credentials: credentialsOf(operation).filter((kind) => kind !== 'none'),
      clients,
      surface,
      page: page ?? null,
      ...(answers === 'text' && { text: true }),
      changes: changesState(operation),
      idempotency: operation.idempotency,
    }
    return `${JSON.stringify(id)}: ${JSON.stringify(facts)}`
  })
  return `/** Every operation that the clients call, by its id. */
import type { OperationFacts } from '../operation-facts.ts'

export const OPERATIONS = {
${entries.join(',\n')}
} as const satisfies Readonly<Record<string, OperationFacts>>
`
}
