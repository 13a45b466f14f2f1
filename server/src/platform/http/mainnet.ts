/** No call of the agent-payment surface names a mainnet network: asked before its input is looked at in any other way. */
import { mainnetIn } from '@pursestrings/contract/agent-payments/mainnet'
import type { Operation } from '@pursestrings/contract/operation'
import { mainnetDisabled } from '@pursestrings/contract/transport-errors'
import { Refusal } from '../refusal.ts'
import type { Inputs } from './validation.ts'

export const refuseMainnet = (operation: Operation, raw: Inputs): void => {
  for (const part of ['params', 'query', 'body'] as const) {
    const field = mainnetIn(operation[part], raw[part])
    if (field === undefined) continue
    const issue = { code: mainnetDisabled.code, field: field || part, message: 'names a mainnet network' }
    throw new Refusal(mainnetDisabled, { issues: [issue] })
  }
}
