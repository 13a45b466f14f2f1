/**
 * Whom the agent may name: the service lets no agent list payees, so they are told to this server, each with the version
 * that was shown to whoever set it up. The service pays no other version.
 */
import { INPUTS } from '@countersign/sdk/inputs'
import type { Profile } from './profile.ts'
import { Refusal } from './refusal.ts'

export interface KnownRecipient {
  readonly recipient_id: string
  readonly recipient_version_id: string
  readonly name?: string
  readonly network?: string
  readonly asset?: string
}

const CREATE = INPUTS['payment_requests.create']
const ID = {
  recipient_id: new RegExp(CREATE.recipient_id.pattern, 'u'),
  recipient_version_id: new RegExp(CREATE.recipient_version_id.pattern, 'u'),
}

/** `rcp_…:rcv_…`, several with commas between. */
export const recipientsNamed = (input: string, faults: string[]): KnownRecipient[] => {
  const pairs = input.split(',').map((pair) => pair.trim().split(':'))
  const named = pairs.map(([recipient_id, recipient_version_id]) => ({ recipient_id, recipient_version_id }))
  return checked(named, 'COUNTERSIGN_RECIPIENTS', faults)
}

/** The payee that was set up last comes first; one that is listed by hand too is not shown twice. */
export const recipientsIn = (profile: Profile | undefined, faults: string[]): KnownRecipient[] => {
  const { payee, recipients = [] } = profile ?? {}
  const listed = checked(recipients, 'recipients in the profile', faults)
  const set_up = checked(payee === undefined ? [] : [payee], 'payee in the profile', faults)
  const ids = new Set(listed.map((one) => one.recipient_id))
  return [...set_up.filter((one) => !ids.has(one.recipient_id)), ...listed]
}

const checked = (input: unknown, where: string, faults: string[]): KnownRecipient[] => {
  const known = Array.isArray(input) ? input.map(recipientOf) : [undefined]
  if (!known.includes(undefined)) return known as KnownRecipient[]
  faults.push(`${where} must name each payee by recipient_id (rcp_…) and recipient_version_id (rcv_…).`)
  return []
}

const recipientOf = (input: unknown): KnownRecipient | undefined => {
  const { recipient_id, recipient_version_id, name, network, asset } = { ...(input as Partial<KnownRecipient>) }
  if (!ID.recipient_id.test(String(recipient_id))) return undefined
  if (!ID.recipient_version_id.test(String(recipient_version_id))) return undefined
  const optional = { name, network, asset }
  const texts = Object.entries(optional).filter(([, value]) => typeof value === 'string')
  return {
    recipient_id: String(recipient_id),
    recipient_version_id: String(recipient_version_id),
    ...Object.fromEntries(texts),
  }
}

export const recipientNamed = (recipients: readonly KnownRecipient[], recipient_id: string): KnownRecipient => {
  const known = recipients.find((one) => one.recipient_id === recipient_id)
  if (known) return known
  throw new Refusal(
    'recipient_unknown',
    'This server knows no such payee, and only payees that it knows can be paid.',
    'Call list_recipients and use a recipient_id from there. If the payee is not among them, tell the user; do not pay somebody else instead.',
  )
}
