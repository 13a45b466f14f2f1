/** The record of section 2.1, field by field, wherever a payment request is shown. */
import type { Book } from '../book.ts'
import type { Json } from '../call.ts'

const RAILS = new Set(
  `stellar_xlm solana_sol ethereum_eth base_usdc bitcoin_btc bsc_bnb xrpl_xrp arbitrum_eth polygon_pol avalanche_avax optimism_eth
  sui_sui aptos_apt ton_ton cardano_ada cosmos_atom polkadot_dot hedera_hbar cronos_cro mantle_mnt starknet_strk zksync_eth linea_eth
  algorand_algo tezos_xtz internet_computer_icp filecoin_fil litecoin_ltc bitcoin_cash_bch dogecoin_doge evm_erc20`.split(
    /\s+/,
  ),
)
const NETWORKS = new Set(
  `stellar_public solana_mainnet ethereum_mainnet base_mainnet bitcoin_mainnet bsc_mainnet xrpl_mainnet arbitrum_one polygon_pos
  avalanche_c_chain optimism_mainnet sui_mainnet aptos_mainnet ton_mainnet cardano_mainnet cosmos_hub polkadot_mainnet hedera_mainnet
  cronos_mainnet mantle_mainnet starknet_mainnet zksync_era linea_mainnet algorand_mainnet tezos_mainnet internet_computer
  filecoin_mainnet litecoin_mainnet bitcoin_cash_mainnet dogecoin_mainnet stellar_testnet`.split(/\s+/),
)
export const STATUSES = ['pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected']
const PROTOCOL = 'svc.payment_request.v1'
const AMOUNT = /^(?=.*[1-9])(?:0|[1-9]\d*)(?:\.\d+)?$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

type Rule = (value: unknown) => boolean

const textOf =
  (min: number, max = Number.POSITIVE_INFINITY): Rule =>
  (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max
const integerOf =
  (min: number, max = Number.POSITIVE_INFINITY): Rule =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
const isObject: Rule = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTime: Rule = (value) => typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value))
const oneOf =
  (values: ReadonlySet<string>): Rule =>
  (value) =>
    typeof value === 'string' && values.has(value)
const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || rule(value)

const FIELDS: Readonly<Record<string, Rule>> = {
  protocol: (value) => value === PROTOCOL,
  request_id: textOf(1, 160),
  connection_id: textOf(1, 160),
  transaction_id: optional(textOf(1, 160)),
  created_at: isTime,
  expires_at: isTime,
  idempotency_key: optional(textOf(0, 256)),
  status: oneOf(new Set(STATUSES)),
  source: isObject,
  payee: isObject,
  payment: isObject,
  policy: isObject,
  display: optional(isObject),
  metadata: optional(isObject),
  'payee.name': textOf(1),
  'payee.verified': optional((value) => typeof value === 'boolean'),
  'payment.rail': oneOf(RAILS),
  'payment.network': oneOf(NETWORKS),
  'payment.asset': textOf(1),
  'payment.amount': (value) => typeof value === 'string' && AMOUNT.test(value),
  'payment.to': textOf(1),
  'payment.contract': optional(textOf(0)),
  'payment.issuer': optional(textOf(0)),
  'payment.decimals': optional(integerOf(0, 255)),
  'payment.chain_id': optional(integerOf(0)),
  'payment.memo': optional(textOf(0)),
  'policy.requires_user_approval': (value) => value === true,
}

const ALSO: Readonly<Record<string, string>> = {
  protocol: '9.2',
  status: '3 statuses',
  'payment.amount': '8 floats',
  'payment.decimals': '8 decimals',
  'payment.chain_id': '8 chain_id',
  'policy.requires_user_approval': '1.5 approval',
}

export const judgeRecord = (book: Book, where: string, request: Json): void => {
  for (const [name, rule] of Object.entries(FIELDS)) {
    const value: unknown = name.split('.').reduce<Json>((part, step) => part?.[step], request)
    const also = ALSO[name]
    book.judge([`2.1 ${name}`, ...(also ? [also] : [])], 'wherever a request is shown', rule(value), { [where]: value })
  }
}
