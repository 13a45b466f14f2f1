/** No tool can approve, sign, or change a payee or a key: not by what it holds, not by what it imports. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createAgentClient, OPERATIONS, type OperationFacts } from '@pursestrings/sdk'
import { expect, test } from 'vitest'

/** All that an agent's credentials open. */
const AGENT_OPERATIONS = [
  'agent_auth.token',
  'connect_invitations.claim',
  'connect_invitations.enroll',
  'connect_invitations.read',
  'connect_invitations.exchange',
  'pairing.start',
  'payees.look_up',
  'payees.read',
  'payees.read_record',
  'payees.resolve',
  'pairing.read',
  'pairing.exchange',
  'connections.read',
  'connections.list_recipients',
  'connections.rotate_token',
  'connections.revoke',
  'transaction_contexts.create',
  'transaction_contexts.read',
  'payment_requests.create',
  'payment_requests.list',
  'payment_requests.read',
  'payment_requests.read_evidence',
  'payment_requests.read_receipt',
  'payment_requests.cancel',
  'payment_authorizations.read',
  'events.list',
  'facts_keys.read',
  'service.read',
  'health.read',
  'log.prove',
]

test('the client that the tools hold has no operation of a wallet, a merchant or a project', () => {
  const reachable = Object.values<OperationFacts>(OPERATIONS).filter(({ clients }) => clients.includes('agent'))
  expect(reachable.map(({ id }) => id).toSorted()).toEqual(AGENT_OPERATIONS.toSorted())
  const client = createAgentClient({ base_url: 'http://127.0.0.1:9' }) as unknown as Record<string, object>
  expect(Object.keys(client.paymentRequests ?? {})).toEqual([
    'create',
    'list',
    'read',
    'cancel',
    'readEvidence',
    'readReceipt',
    'waitForPaid',
  ])
  for (const resource of [
    'devices',
    'connectKeys',
    'recipients',
    'agentCredentials',
    'automationPolicies',
    'agentPayments',
  ]) {
    expect([resource, client[resource]]).toEqual([resource, undefined])
  }
})

test('the sources import no other client of the SDK, nothing that signs for a wallet, and no way around it', () => {
  const folder = fileURLToPath(new URL('../src', import.meta.url))
  const sources = globSync(`${folder}/**/*.ts`).filter((file) => !file.endsWith('.test.ts'))
  expect(sources.length).toBeGreaterThan(10)
  const imported = sources.flatMap((file) => importsIn(readFileSync(file, 'utf8')))
  const from = (pattern: RegExp) => imported.filter((one) => pattern.test(one.from)).map(({ name }) => name)
  expect([...new Set(from(/^@pursestrings\//))].toSorted()).toEqual(SDK_NAMES)
  expect(from(/^node:(https?|http2|net|tls|dgram|child_process|worker_threads|vm)$/)).toEqual([
    'createServer as createHttpServer',
  ])
  for (const file of sources) {
    expect([
      file,
      /(?<!\.)\b(fetch|XMLHttpRequest|WebSocket|eval|require)\s*\(|import\s*\(/.test(readFileSync(file, 'utf8')),
    ]).toEqual([file, false])
  }
})

/** Of the SDK, types left out: an agent's client, its errors, and checks. */
const SDK_NAMES = [
  'ApiError',
  'CredentialError',
  'FactsMismatchError',
  'INPUTS',
  'NetworkError',
  'OutcomeUnknownError',
  'PAYMENT_STATUSES',
  'PinRequiredError',
  'TaskConflictError',
  'TimeoutError',
  'approvalLink',
  'createAgentClient',
  'isSecret',
  'lockProfile',
  'outcomeOf',
  'profileFolder',
  'walletLink',
]

const importsIn = (text: string): { name: string; from: string }[] =>
  [...text.matchAll(/^import (?!type )\{?([^'{}]*)\}? from '([^']+)'/gm)].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => ({ name, from })),
  )
