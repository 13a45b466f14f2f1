/** What a wallet, a portal or a developer asks first: which networks, which ledger, which keys. */
import { Type } from 'typebox'
import { operation } from '../operation.ts'
import { Service } from './records.ts'

export const readService = operation({
  id: 'service.read',
  method: 'GET',
  path: '/v1/service',
  defined_by: 'extension',
  idempotency: 'safe',
  summary: 'Read about the service',
  description:
    'Its name, its networks, where it reads each ledger, and the thumbprints of its keys. Before you pin a thumbprint, compare it with one you got in another way: somebody between you and the service could have changed this answer.',
  credential: 'none',
  cross_origin: true,
  limit: 'unlimited',
  answer: { status: 200, body: Type.Object({ service: Service }) },
  refuses: [],
  example: {},
})

export const serviceOperations = [readService] as const
