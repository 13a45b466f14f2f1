/** EVM ledgers, for what wallets report: what is signed is an authorization, which the service never sees. */
import type { LedgerChecks } from '../ledgers.ts'

const NO_TRANSACTION = {
  code: 'method',
  message:
    'this request is paid by an authorization, which the wallet seals to the agent: there is no transaction to show. Leave it out',
}

export const checkTransaction: LedgerChecks['checkTransaction'] = () => ({ differs: [NO_TRANSACTION] })
