/** What the person agreed to on this very device. The service's word alone lets nothing be paid without asking. */
import type { AgreedPolicy } from '@pursestrings/signing/agreed-policy'

const KEPT = 'agreed-policies'

const isAgreed = (value: unknown): value is AgreedPolicy =>
  typeof value === 'object' && value !== null && 'policy_id' in value && 'policy_digest' in value && 'payees' in value

const kept = (): readonly AgreedPolicy[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(value) ? value.filter(isAgreed) : []
  } catch {
    return []
  }
}

export const agreedHere = (policy_id: string): AgreedPolicy | undefined =>
  kept().find((one) => one.policy_id === policy_id)

const without = (policy_id: string): readonly AgreedPolicy[] => kept().filter((one) => one.policy_id !== policy_id)

export const keepAgreed = (agreed: AgreedPolicy): void =>
  localStorage.setItem(KEPT, JSON.stringify([...without(agreed.policy_id), agreed]))

export const forgetAgreed = (policy_id: string): void => localStorage.setItem(KEPT, JSON.stringify(without(policy_id)))
