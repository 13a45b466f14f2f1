/**
 * packages/sdk/src/generated as a function of the operations: the SDK is published without any dependency, so what it needs of the
 * contract is written out here. Pages of the contract that need no schema library are taken over as they are.
 */
import { readFileSync } from 'node:fs'
import type { Operation } from '@countersign/contract/operation'
import { catalogueOf } from '@countersign/contract/operations'
import { callShape } from './call-shape.ts'
import { catalogueText, wireNamesText } from './catalogue.ts'
import { clientsText, operationsText } from './clients.ts'
import { callsText, recordsText } from './records.ts'

const MADE = '// Made by `npm run generate`; do not edit.\n'
const TAKEN_OVER = [
  'canonical',
  'check-phrase',
  'key-endorsement',
  'payment-facts',
  'payment-status',
  'policy-text',
  'secrets',
  'slots',
]

export const sdkFiles = (operations: readonly Operation[]): Readonly<Record<string, string>> => {
  const shapes = operations.map(callShape).filter((shape) => shape !== undefined)
  const files = {
    'records.ts': recordsText(shapes),
    'calls.ts': callsText(shapes),
    'clients.ts': clientsText(shapes),
    'operations.ts': operationsText(shapes),
    'error-catalogue.ts': catalogueText(catalogueOf(operations)),
    'wire-names.ts': wireNamesText(),
    ...Object.fromEntries(TAKEN_OVER.map((name) => [`${name}.ts`, takenOver(name)])),
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, MADE + text]))
}

/** What is a type of the contract is one of the records here. */
const takenOver = (name: string): string =>
  readFileSync(new URL(`../../packages/contract/src/${name}.ts`, import.meta.url), 'utf8').replace(
    "from './networks.ts'",
    "from './records.ts'",
  )
