/** What a user can grant an agent (spec 2.3, 4.4). */
export const SCOPES = [
  'payment.requests.create',
  'payment.requests.read',
  'transaction_contexts.create',
  'transaction_contexts.read',
] as const
export type Scope = (typeof SCOPES)[number]
