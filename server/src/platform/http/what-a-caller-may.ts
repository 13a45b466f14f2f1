/** What whoever was admitted may do: by role and confirmation, by the scopes of a key or a connection. */

import { mainnetIn } from '@pursestrings/contract/agent-payments/mainnet'
import { isAtLeast } from '@pursestrings/contract/members/records'
import { changesState, type Operation, roleOf } from '@pursestrings/contract/operation'
import type { Extensions } from '@pursestrings/contract/tiers'
import {
  agentCredentialInactive,
  extensionNotServed,
  mainnetDisabled,
  roleNotAllowed,
  scopeMissing,
  stepUpRequired,
} from '@pursestrings/contract/transport-errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Callers } from '../credentials/callers.ts'
import type { Admitted } from '../credentials/guards.ts'
import { pausedBy, Refusal } from '../refusal.ts'
import { showToPages } from './cors.ts'
import type { Inputs } from './validation.ts'

export const checkRights = (operation: Operation, caller: Admitted, extensions: Extensions | undefined): void => {
  if (caller.kind === 'merchant_session') {
    checkRole(operation, caller)
    checkStepUp(operation, caller, extensions)
  }
  if (caller.kind === 'connection_token' && 'scopes' in caller) checkConnection(operation, caller)
  if (caller.kind === 'merchant_key') checkMerchantKey(operation, caller)
}

/** Here and nowhere else: what a member's role allows. */
const checkRole = (operation: Operation, { role }: Callers['merchant_session']): void => {
  const role_needed = roleOf(operation)
  if (!isAtLeast(role, role_needed)) throw new Refusal(roleNotAllowed, { details: { role, role_needed } })
}

const checkMerchantKey = ({ id, merchant_scope: scope }: Operation, { scopes }: Callers['merchant_key']): void => {
  if (scope === undefined) throw new Error(`${id} takes a merchant key and names no scope`)
  if (!scopes.includes(scope)) throw new Refusal(scopeMissing, { details: { scope } })
}

/**
 * Here and nowhere else: whether a person has confirmed lately that it is them. Stopping something never asks, and neither does a
 * service without modules, which has no way to confirm.
 */
const checkStepUp = (
  { step_up, tier }: Operation,
  session: Callers['merchant_session'],
  extensions: Extensions | undefined,
): void => {
  if (extensions === 'none') return
  const { has_passkey, passkey_fresh, mail_fresh } = session
  if (!step_up || (has_passkey ? passkey_fresh : tier === 'specification' || mail_fresh)) return
  throw new Refusal(stepUpRequired, { details: { ways: has_passkey ? ['passkey'] : ['mail_code', 'mail_sign_in'] } })
}

/** What single fields need beyond what their operation does. */
export const checkGuards = (
  operation: Operation,
  body: Readonly<Record<string, unknown>>,
  session: Callers['merchant_session'],
  extensions: Extensions | undefined,
): void => {
  for (const guard of operation.guards ?? []) {
    const value = body[guard.field]
    if (value === undefined || guard.values?.includes(value as string) === false) continue
    checkRole({ ...operation, ...guard }, session)
    checkStepUp({ ...operation, ...guard }, session, extensions)
  }
}

/** Here and nowhere else: which scopes are in force, whether it is paused, and whether its agent has a key that works. */
const checkConnection = (operation: Operation, connection: Callers['connection_token']): void => {
  const { scope } = operation
  const { scopes, status, paused_by, agent_has_key } = connection
  if (scope !== undefined && !scopes.includes(scope)) throw new Refusal(scopeMissing, { details: { scope } })
  if (!changesState(operation) || operation.withdraws) return
  if (status === 'paused') throw pausedBy(paused_by)
  if (!agent_has_key) throw new Refusal(agentCredentialInactive)
}

// What a service leaves out with `EXTENSIONS=none`: modules, whose routes are refused before anything of a call is read.

export const leftOut = ({ tier, cross_origin }: Operation) => {
  const refuse = (_request: FastifyRequest, reply: FastifyReply) => {
    if (cross_origin) showToPages(reply)
    throw new Refusal(extensionNotServed, { details: { tier } })
  }
  return { onRequest: refuse, handler: refuse }
}

// No call of the agent-payment surface names a mainnet network: asked before its input is looked at in any other way.

export const refuseMainnet = (operation: Operation, raw: Inputs): void => {
  for (const part of ['params', 'query', 'body'] as const) {
    const field = mainnetIn(operation[part], raw[part])
    if (field === undefined) continue
    const issue = { code: mainnetDisabled.code, field: field || part, message: 'names a mainnet network' }
    throw new Refusal(mainnetDisabled, { issues: [issue] })
  }
}
