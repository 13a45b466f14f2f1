/** A project and a key of it, made by doing what an operator does. */

import { MERCHANT_SCOPES, type MerchantScope } from '@pursestrings/contract/scopes'
import { expect } from 'vitest'
import type { Operator } from './operator.ts'

export const newProject = async (operator: Operator, name = 'Checkout assistant'): Promise<string> => {
  const made = await operator.call('POST', '/v1/projects', { body: { name } })
  expect(made.status).toBe(201)
  return made.json.project.project_id
}

export interface TestApiKey {
  readonly project_id: string
  readonly api_key_id: string
  readonly secret: string
  /** As a caller presents it. */
  readonly headers: { readonly 'x-svc-api-key': string }
}

export const newApiKey = async (operator: Operator, project?: string): Promise<TestApiKey> => {
  const project_id = project ?? (await newProject(operator))
  const made = await operator.call('POST', `/v1/projects/${project_id}/api-keys`, { body: { name: 'Server' } })
  expect(made.status).toBe(201)
  const { api_key, secret } = made.json
  return { project_id, api_key_id: api_key.api_key_id, secret, headers: { 'x-svc-api-key': secret } }
}

export const revokeKey = (operator: Operator, { project_id, api_key_id }: TestApiKey) =>
  operator.call('DELETE', `/v1/projects/${project_id}/api-keys/${api_key_id}`)

// A key for a server of the merchant's own, made by doing what an operator does.

export interface TestMerchantKey {
  readonly merchant_key_id: string
  readonly secret: string
  /** As a caller presents it. */
  readonly headers: { readonly authorization: string }
}

export const newMerchantKey = async (
  operator: Operator,
  scopes: readonly MerchantScope[] = MERCHANT_SCOPES,
  more: { readonly expires_at?: string } = {},
): Promise<TestMerchantKey> => {
  const made = await operator.call('POST', '/v1/merchant-keys', { body: { name: 'Order server', scopes, ...more } })
  expect(made.status).toBe(201)
  const { merchant_key, secret } = made.json
  return { merchant_key_id: merchant_key.merchant_key_id, secret, headers: { authorization: `Bearer ${secret}` } }
}

export const revokeMerchantKey = (operator: Operator, { merchant_key_id }: TestMerchantKey) =>
  operator.call('DELETE', `/v1/merchant-keys/${merchant_key_id}`)
