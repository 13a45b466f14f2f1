/** Where and in what somebody is paid, as every record that pins payment facts shows it. */

import { METHODS, REFERENCES } from '@pursestrings/protocol/payment-facts'
import { Type } from 'typebox'
import { Counted, Shown } from './fields.ts'

const described = <S extends object>(schema: S) => schema as S & { readonly description: string }

export const EXAMPLE_ADDRESS = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'
export const EXAMPLE_DIGEST = '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'
export const EXAMPLE_HASH = 'e'.repeat(64)

export const payable = {
  asset: described(Shown('code of the asset on its network', 'XLM')),
  address: described(Shown('where the payee is paid, in the form of its network', EXAMPLE_ADDRESS)),
  memo: described(Shown('memo, destination tag or comment that the payment must carry', 'invoice-1042')),
  contract: described(
    Shown('contract of the token, where the asset is one', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  ),
  issuer: described(Shown('issuer of the asset, where it has one', EXAMPLE_ADDRESS)),
  decimals: described(Counted('how many decimals the asset has', 7)),
  chain_id: described(Counted('chain id of EIP-155, on networks that have one', 8453)),
} as const

export const ReferenceName = Type.Enum([...REFERENCES], {
  type: 'string',
  description:
    '`memo_hash`: the payment carries `reference_value`, the digest of the facts, as its memo (on Stellar, `MEMO_HASH`), so that the ledger shows which request it pays. `authorization_nonce`: as the nonce of the authorization that the payer signs (EIP-3009)',
  examples: ['memo_hash'],
})

export const MethodName = Type.Enum([...METHODS], {
  type: 'string',
  description:
    'how the payment is made, where there is one way alone: `evm.eip3009`, the payer signs a transfer of the token that anybody may submit, with `reference_value` as its nonce',
  examples: ['evm.eip3009'],
})
