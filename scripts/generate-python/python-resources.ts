/** python/src/countersign/_generated/resources.py: the methods of the clients, for those who wait and for those who await. */
import type { CallShape } from '../generate-sdk/call-shape.ts'
import { kindsFor } from '../generate-sdk/call-shape.ts'
import { pascal, type Schema } from '../generate-sdk/type-text.ts'
import { type Classes, docstring, literal, pythonType } from './python-type.ts'

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

export const resourcesText = (shapes: readonly CallShape[], classes: Classes): string => {
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
  const says = docstring(`${operation.summary}. ${operation.description}`, 8)
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
