/** What tells a retry from another intent: the key in 16 bytes, and the canonical JSON of the body without it. */
import { hash } from 'node:crypto'
import { canonicalJson } from '@countersign/contract/wire/canonical'

export const digestsOf = (body: { readonly idempotency_key?: string }, idempotency_key: string) => {
  const { idempotency_key: _key, ...intent } = body
  return {
    idempotency_digest: hash('sha256', idempotency_key, 'hex').slice(0, 32),
    intent_digest: hash('sha256', canonicalJson(intent), 'buffer'),
  }
}
