/** What a user can grant an agent (specification 2.3, 4.4). */
export const SPECIFIED_SCOPES = [
  'payment.requests.create',
  'payment.requests.read',
  'transaction_contexts.create',
  'transaction_contexts.read',
] as const
/** The last is of a module: who agreed to payees of one merchant has not agreed to those of any domain. */
export const SCOPES = [...SPECIFIED_SCOPES, 'payees.resolve'] as const
export type Scope = (typeof SCOPES)[number]

/** What a merchant can grant one of its keys. A colon tells them from those of agents. */
export const MERCHANT_SCOPES = [
  'payment_requests:read',
  'webhooks:manage',
  'connections:manage',
  'recipients:read',
  'audit:read',
] as const
export type MerchantScope = (typeof MERCHANT_SCOPES)[number]
