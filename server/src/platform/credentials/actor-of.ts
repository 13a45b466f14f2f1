/** Who did it, as the audit log names them: a person, or a key of the merchant's servers. */
import { idOf } from '@pursestrings/contract/wire/ids'
import type { MerchantCaller, MerchantKeyCaller } from './callers.ts'

export const actorOf = (caller: MerchantCaller | MerchantKeyCaller): string =>
  caller.kind === 'merchant_key' ? idOf('mky', caller.merchant_key_id) : idOf('acc', caller.account_id)
