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
import { inputsText } from './inputs.ts'
import { callsText, recordsText } from './records.ts'

const MADE = '// Made by `npm run generate`; do not edit.\n'
const TAKEN_OVER = {
  'audit-tree': 'audit-events/audit-tree',
  canonical: 'wire/canonical',
  'check-phrase': 'pairing/check-phrase',
  checkpoint: 'log/checkpoint',
  'device-statements': 'devices/device-statements',
  'grow-tree': 'log/grow-tree',
  'key-endorsement': 'facts-keys/key-endorsement',
  'log-bytes': 'log/log-bytes',
  'log-entry': 'log/log-entry',
  'log-policy': 'log/log-policy',
  'log-proof': 'log/log-proof',
  'log-reader': 'log/log-reader',
  'log-tiles': 'log/log-tiles',
  'merkle-tree': 'log/merkle-tree',
  'payment-facts': 'payment-requests/payment-facts',
  'payment-status': 'payment-requests/states',
  'policy-text': 'automation-policies/policy-text',
  receipt: 'receipts/receipt',
  secrets: 'wire/secrets',
  'signed-note': 'log/signed-note',
  slots: 'wire/slots',
}

export const sdkFiles = (operations: readonly Operation[]): Readonly<Record<string, string>> => {
  const shapes = operations.map(callShape).filter((shape) => shape !== undefined)
  const files = {
    'records.ts': recordsText(shapes),
    'calls.ts': callsText(shapes),
    'clients.ts': clientsText(shapes),
    'operations.ts': operationsText(shapes),
    'error-catalogue.ts': catalogueText(catalogueOf(operations)),
    'inputs.ts': inputsText(shapes),
    'wire-names.ts': wireNamesText(),
    ...Object.fromEntries(Object.entries(TAKEN_OVER).map(([name, from]) => [`${name}.ts`, takenOver(from)])),
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, MADE + text]))
}

/** What is a type of the contract is one of the records here. */
const takenOver = (from: string): string =>
  readFileSync(new URL(`../../packages/contract/src/${from}.ts`, import.meta.url), 'utf8').replaceAll(
    /from '[./\w-]*\/([\w-]+)\.ts'/g,
    (_, name) => `from './${name === 'networks' ? 'records' : name}.ts'`,
  )
