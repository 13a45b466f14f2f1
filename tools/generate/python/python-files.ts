/**
 * python/src/pursestrings/_generated as a function of the operations, as the SDK's generated files are: the records, codes and
 * statuses that an agent meets, and the methods of both Python clients. What decides is written by hand beside it.
 */
import { credentialsOf, type Operation } from '@pursestrings/contract/operation'
import { catalogueOf } from '@pursestrings/contract/operations'
import { TIERS } from '@pursestrings/contract/tiers'
import { WEBHOOK_EVENT_TYPES, WEBHOOKS } from '@pursestrings/contract/webhook-deliveries/records'
import { PAYMENT_STATUS_NEXT } from '@pursestrings/protocol/payment-status'
import { wireNames } from '../sdk/catalogue.ts'
import { type CallShape, callShape, kindsFor, pascal, type Schema, VOCABULARIES } from '../sdk/type-text.ts'
import { type Classes, classOf, docstring, literal, pythonType } from './python-type.ts'

// python/src/pursestrings/_generated/resources.py: the methods of the clients, for those who wait and for those who await.

interface Way {
  readonly prefix: '' | 'Async'
  readonly def: 'def' | 'async def'
  readonly awaits: '' | 'await '
  readonly iterator: 'Iterator' | 'AsyncIterator'
}

const WAYS: readonly Way[] = [
  { prefix: '', def: 'def', awaits: '', iterator: 'Iterator' },
  { prefix: 'Async', def: 'async def', awaits: 'await ', iterator: 'AsyncIterator' },
]

const resourcesText = (shapes: readonly CallShape[], classes: Classes): string => {
  const mentioned = new Set<string>()
  const by_resource = Map.groupBy(shapes, ({ operation }) => operation.id.split('.')[0] ?? '')
  const blocks = WAYS.flatMap((way) => [
    ...[...by_resource].map(([resource, list]) => resourceText(way, resource, list, classes, mentioned)),
    operationsClass(way, [...by_resource.keys()]),
  ])
  return `"""The methods of each resource. Fields are spelled as on the wire, with an underscore after a word\nthat Python keeps for itself (from_); what is left out is not sent."""

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, cast

from .._call import CallOptions
from .._drivers import AsyncDriver, Driver
from .records import (
${[...mentioned]
  .toSorted()
  .map((name) => `    ${name},\n`)
  .join('')})


${blocks.join('\n\n')}`
}

const resourceText = (
  way: Way,
  resource: string,
  shapes: readonly CallShape[],
  classes: Classes,
  mentioned: Set<string>,
): string => `class ${way.prefix}${pascal(resource)}:
    def __init__(self, driver: ${way.prefix}Driver) -> None:
        self._driver = driver

${shapes.map((shape) => methodText(way, shape, classes, mentioned)).join('\n')}`

const methodText = (way: Way, shape: CallShape, classes: Classes, mentioned: Set<string>): string => {
  const { operation, name, ids, input, page } = shape
  const action = operation.id.split('.')[1] ?? ''
  const mention = (type: string): string => {
    const code = type.replaceAll(/"[^"]*"/g, '')
    for (const [one] of code.matchAll(/\b[A-Z]\w+/g)) if (!BUILT_IN.has(one)) mentioned.add(one)
    return type
  }
  const { properties = {}, required = [] } = input ?? {}
  const claims = kindsFor('agent', shape)[0] === 'claim_token'
  const typed = Object.entries(properties).map(([field, schema]) => ({
    field,
    type: mention(pythonType(schema, name + pascal(field), classes)),
    needed: required.includes(field),
  }))
  const given = [
    ...(claims ? ['claim_token: str'] : []),
    ...typed.filter(({ needed }) => needed).map(({ field, type }) => `${parameterOf(field)}: ${type}`),
    ...typed
      .filter(({ needed }) => !needed)
      .map(({ field, type }) => `${parameterOf(field)}: Optional[${type}] = None`),
    'options: Optional[CallOptions] = None',
  ]
  const parameters = ['self', ...ids.map((id) => `${id}: str`), '*', ...given]
  const says = docstring(`${operation.summary}. ${operation.description} Tier: ${TIERS[operation.tier].title}.`, 8)
  const fields = [...(claims ? ['claim_token'] : []), ...typed.map(({ field }) => field)]
  const sent = `[${ids.join(', ')}],\n            {${fields.map((field) => `${literal(field)}: ${parameterOf(field)}`).join(', ')}},\n            options`
  const items = page && (operation.answer.body as Schema).properties?.[page]?.items
  const head = (def: string, answer: string) =>
    `    ${def} ${action}(\n${parameters.map((one) => `        ${one},\n`).join('')}    ) -> ${answer}:\n${says}`
  if (items) {
    const item = mention(pythonType(items, name, classes))
    return `${head('def', `${way.iterator}[${item}]`)}        return cast("${way.iterator}[${item}]", self._driver.pages(\n            ${literal(operation.id)},\n            ${sent},\n        ))\n`
  }
  const answer = mention(`${name}Answer`)
  return `${head(way.def, answer)}        return cast(${answer}, ${way.awaits}self._driver.call(\n            ${literal(operation.id)},\n            ${sent},\n        ))\n`
}

/** Words that Python keeps for itself get an underscore, as its own style guide has it: `from_`. */
const KEYWORDS = new Set([
  'from',
  'import',
  'class',
  'global',
  'in',
  'is',
  'as',
  'pass',
  'return',
  'with',
  'yield',
  'async',
])
const parameterOf = (field: string): string => (KEYWORDS.has(field) ? `${field}_` : field)

const BUILT_IN = new Set(['Any', 'Dict', 'List', 'Literal', 'Optional', 'None'])

/** The members that a client inherits; some are replaced by a class that can do more. */
const operationsClass = ({ prefix }: Way, resources: readonly string[]): string => `class ${prefix}AgentOperations:
    def __init__(self, driver: ${prefix}Driver) -> None:
${resources.map((resource) => `        self.${resource} = ${prefix}${pascal(resource)}(driver)\n`).join('')}`

const MADE = '# Made by `npm run generate`; do not edit.\n'

export const pythonFiles = (operations: readonly Operation[], version: string): Readonly<Record<string, string>> => {
  const shapes = operations.map(callShape).filter((shape) => shape?.clients.includes('agent')) as CallShape[]
  const classes: Classes = { found: new Map() }
  const resources = resourcesText(shapes, classes)
  const files = {
    '__init__.py': '"""Made from the contract of the service."""\n',
    'records.py': recordsText(shapes, classes),
    'resources.py': resources,
    'errors.py': errorsText(operations),
    'operations.py': operationsText(shapes),
    'wire.py': wireText(version),
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, MADE + text]))
}

const recordsText = (shapes: readonly CallShape[], classes: Classes): string => {
  const answers = shapes.map(({ name, operation, answers: kind }) => {
    const schema = operation.answer.body as Schema
    if (kind === 'json') return `${name}Answer = Dict[str, Any]\n`
    if (schema['x-schema']) return `${name}Answer = ${pythonType(schema, name, classes)}\n`
    classOf(`${name}Answer`, { ...schema, description: `Answered by \`${operation.id}\`.` }, classes)
    return ''
  })
  const messages = Object.values(WEBHOOKS).map((schema) => pythonType(schema as Schema, 'Webhook', classes))
  const vocabularies = Object.entries(VOCABULARIES).map(
    ([name, values]) => `${name} = Literal[\n${values.map((value) => `    ${literal(value)},\n`).join('')}]\n`,
  )
  const webhook_types = `WebhookEventType = Literal[\n${WEBHOOK_EVENT_TYPES.map((type) => `    ${literal(type)},\n`).join('')}]\n`
  return `"""The records of the service, as it sends them."""

from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union

${[...vocabularies, webhook_types].join('\n')}

${inOrder(classes.found).join('\n\n')}

${answers.filter((text) => text !== '').join('\n')}
WebhookMessage = Union[${messages.join(', ')}]
"""What a webhook carries; \`type\` tells which."""
`
}

/** A class comes after those that it mentions, so that Python can read the file from the top. */
const inOrder = (found: ReadonlyMap<string, string>): string[] => {
  const placed = new Set<string>()
  const ordered: string[] = []
  const place = (name: string): void => {
    if (placed.has(name)) return
    placed.add(name)
    const text = found.get(name) ?? ''
    const code = text.replaceAll(/"""[\s\S]*?"""/g, '')
    for (const [other] of code.matchAll(/\b[A-Z]\w+/g)) if (found.has(other)) place(other)
    ordered.push(text)
  }
  for (const name of found.keys()) place(name)
  return ordered
}

const errorsText = (operations: readonly Operation[]): string => {
  const entries = catalogueOf(operations)
  return `"""Every code that the service refuses with, and what to do next."""

from typing import Dict, Literal, NamedTuple

Retry = Literal["never", "safe", "later"]


class ErrorFacts(NamedTuple):
    status: int
    meaning: str
    recovery: str
    retry: Retry
${docstring('Whether the very same call may be sent again; `later` waits for Retry-After first.', 4)}

ErrorCode = Literal[
${entries.map(({ code }) => `    ${literal(code)},\n`).join('')}]

ERRORS: Dict[str, ErrorFacts] = {
${entries
  .map(
    ({ code, status, meaning, recovery, retry }) =>
      `    ${literal(code)}: ErrorFacts(\n        ${status},\n        ${literal(meaning)},\n        ${literal(recovery)},\n        ${literal(retry)},\n    ),\n`,
  )
  .join('')}}
`
}

const CREDENTIALS = ['connection_token', 'agent_token', 'claim_token'] as const

const operationsText = (shapes: readonly CallShape[]): string => `"""What the transport knows of each call."""

from typing import Dict, Literal, NamedTuple, Optional, Tuple

Credential = Literal["connection_token", "agent_token", "claim_token"]


class OperationFacts(NamedTuple):
    id: str
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    query: Tuple[str, ...]
    takes_input: bool
    credential: Optional[Credential]
    page: Optional[str]
${docstring("The field of the answer that holds a page's records.", 4)}    idempotency: Literal["safe", "key", "natural", "none"]
${docstring('How the very same call may be sent again after its answer was lost.', 4)}

OPERATIONS: Dict[str, OperationFacts] = {
${shapes
  .map(({ operation, query, input, page }) => {
    const kinds: readonly string[] = credentialsOf(operation)
    const kind = CREDENTIALS.find((one) => kinds.includes(one)) ?? null
    const facts = [operation.id, operation.method, operation.path]
    const names = `(${query.map((name) => `${literal(name)}, `).join('')})`
    const rest = [input === undefined ? 'False' : 'True', literal(kind), literal(page ?? null)]
    return `    ${literal(operation.id)}: OperationFacts(\n        ${[...facts.map(literal), names, ...rest, literal(operation.idempotency)].join(',\n        ')},\n    ),\n`
  })
  .join('')}}
`

const wireText = (version: string): string => {
  const ended = Object.entries(PAYMENT_STATUS_NEXT).flatMap(([status, next]) => (next.length === 0 ? [status] : []))
  const names = Object.entries(wireNames()).map(([name, value]) => `${name} = ${literal(value)}\n`)
  return `"""Names and limits of the wire that the client signs, sends or checks."""

VERSION = ${literal(version)}
TERMINAL = frozenset((${ended.map(literal).join(', ')}))
${docstring('The statuses that nothing follows.', 0)}${names.join('')}`
}
